/** Promises of what a fault does; see ../requirements.ts. */
export const faultRequirements = {
  'fault/killed-while-asking':
    'A question outlives the process that asked it: after a yes, the stored call is given out ' +
    'once, and the model is not asked again.',
  'fault/killed-mid-stream':
    'After a kill in the middle of a stream the same request is served, at the same labels.',
  'fault/killed-mid-write':
    'After a kill at any time every answer that a client has is known, the audit’s chain holds, ' +
    'and nothing is given out twice.',
  'fault/disk-full':
    'Where a state cannot be stored its answer is not given out, and when it can be, the same run ' +
    'goes on.',
  'fault/upstream':
    'An upstream that fails, hangs, breaks off or sends garbage is a clear error in the client’s ' +
    'protocol, its text is not passed on, and the next request is served.',
  'fault/provider-error':
    'A provider’s error keeps its status, its code where that is a known one, when to try again and ' +
    'the provider’s id of the request; its text is not passed on.',
  'fault/cut-stream':
    'A stream that the provider breaks off, or that fails in the middle, is an error to the client: ' +
    'said in its protocol, and the connection is broken.',
  'fault/malformed-call':
    'A model whose arguments are no JSON is told so once; a second time is an error to the client.',
  'fault/half-a-call': 'A call that broke off is never given out.',
  'fault/client-gone':
    'A client that goes away ends what was done for it, and one that comes back is served as if ' +
    'it had not asked.',
  'fault/slow-reader': 'A client that reads slowly or not at all keeps nobody else waiting.',
  'fault/clock':
    'A clock that is set forward or back, while the gateway runs, ends no question early or late, ' +
    'and keeps no client waiting longer.',
  'fault/clock-erases-nothing':
    'By a clock that was set, or that is far from the record when the gateway starts, nothing old ' +
    'is erased, and the log says so.',
  'fault/clock-doubt-lasts':
    'A clock in doubt stays in doubt when the gateway starts again, whatever was recorded by it ' +
    'meanwhile, until it has run in step with the machine for a day.',
  'fault/clock-believed-again':
    'A clock in doubt that has run in step with the machine for a day is believed again, without a ' +
    'restart; what is erased then is old by the machine’s clock and by the gateway’s.',
  'fault/not-ready':
    'Where nothing can be stored, health says that the gateway is not ready, and requests are a 503 ' +
    'before the provider hears of them.',
  'fault/one-database':
    'A database is one, whatever links lead to it: two gateways never run with it.',
  'fault/at-once': 'Requests of one run at once are served one after the other, each once.',
  'fault/restart': 'A gateway that is stopped lets open responses end first.',
} as const;
