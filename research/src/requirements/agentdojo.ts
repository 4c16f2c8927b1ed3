export const agentdojoRequirements = {
  'agentdojo/no-grade-no-outcome':
    'A process that dies, hangs, raises or says something else gives an error, never a grade.',
  'agentdojo/fresh-process':
    'After a process was lost the next case runs in a fresh one, and is graded as if it were the first.',
  'agentdojo/half-install':
    'An install that was cut short is never taken for a whole one: it is made again.',
  'agentdojo/pinned':
    'Every package is pinned, with the hash of each of its files, and pip is told to check them.',
  'agentdojo/no-keys': 'The Python process gets none of the keys in the environment of the bench.',
  'agentdojo/own-texts': 'Texts for the vectors arrive in the environment letter by letter.',
} as const;
