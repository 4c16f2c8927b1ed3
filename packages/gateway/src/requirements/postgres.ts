/** Promises of a gateway over PostgreSQL; see ../requirements.ts. */
export const postgresRequirements = {
  'postgres/one-writer':
    'Of the gateways with one PostgreSQL database one writes: whoever was taken over writes nothing ' +
    'more, even where it does not know.',
  'postgres/standby':
    'After a kill of the gateway, one that stands by serves with all that was acknowledged, and ' +
    'gives nothing out twice.',
  'postgres/server-killed':
    'What was acknowledged is there after PostgreSQL was killed; while it is away nothing is ' +
    'written, and what comes afterwards is.',
  'postgres/errors':
    'A PostgreSQL database that cannot be used is an error that says what to type, and holds no ' +
    'secret.',
} as const;
