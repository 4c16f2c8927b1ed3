/** Promises of the package as a whole; see ../requirements.ts. */
export const houseRequirements = {
  'house/no-node': 'The main entry of the core loads where there are no Node globals.',
  'house/few-dependencies':
    'The core has at most seven runtime dependencies, none with an install script.',
  'house/peers-are-optional': 'The main entry of the core loads no optional peer.',
  'house/samples-run': 'The code that the pages show is taken from programs that a test runs.',
  'testing/lattice-laws': 'A lattice that violates a law on the samples is named by that law.',
  'testing/rehearsal':
    'A policy can be tested on a scripted model, with the decisions and what the model was shown.',
} as const;
