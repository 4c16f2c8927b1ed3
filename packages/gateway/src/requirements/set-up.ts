/** Promises of setting a gateway up; see ../requirements.ts. */
export const setUpRequirements = {
  'set-up/policy-valid':
    'The first policy of `sluice init` passes `sluice policy check`, whatever the project holds.',
  'set-up/guesses-strict':
    'Of a tool that no policy pack knows, `sluice init` guesses that a person is asked about each ' +
    'call, unless its name, description or HTTP method says that it only reads; that strangers ' +
    'wrote what it returns, unless its name or type says whose it is; and annotations only make ' +
    'these guesses stricter.',
  'set-up/nothing-overwritten': '`sluice init` writes no file that is there already.',
  'set-up/nothing-run':
    '`sluice init` reads a project and runs nothing of it, and follows no link out of it.',
  'set-up/spelled-right':
    'The line that `sluice init` prints for an SDK sends that SDK to the gateway.',
  'set-up/keys-private':
    'Keys are made once, in files that nobody else can read; only their hashes are stored.',
  'set-up/keys-not-planted': 'A key file that was there before the database is never taken over.',
  'set-up/no-secret-printed':
    'No output of `sluice gateway` or `sluice doctor` holds a key, but the client’s on a terminal; ' +
    'one that stands in the settings in place of a variable’s name is not repeated either.',
  'set-up/own-keys-stay':
    'A key of the gateway’s own is never taken for a provider’s, and never sent to one.',
  'set-up/loopback-only':
    'The gateway refuses to listen on other addresses than loopback without TLS or `behindTls`.',
  'set-up/one-gateway':
    'A database is served by one gateway at a time; a second one says so and does not start.',
  'set-up/url-stays-here':
    'Without `--url` an operator’s key is sent to this machine alone, whatever files of a project say.',
  'set-up/stops-cleanly':
    'Told to stop, `sluice gateway` lets a request that runs end, and what it stored is there.',
  'set-up/mistakes-say-what-to-type':
    'A set-up that cannot work is an error that says what to type, and nothing listens.',
  'set-up/doctor-fails':
    '`sluice doctor` exits with 1 where something must be fixed, and with 0 where nothing is.',
  'set-up/doctor-limits':
    '`sluice doctor` names what a gateway before a client that runs its own tools cannot guarantee.',
} as const;
