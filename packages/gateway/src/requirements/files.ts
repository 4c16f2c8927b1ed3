/** Promises of the labels of files. See ../requirements.ts. */
export const fileRequirements = {
  'files/read-back':
    'A file that a call wrote reads back at the label of the call at least: in other conversations of the tenant, after a restart, and after calls with lower labels.',
  'files/ordinary-work':
    'A call records no label of a file that the policy by itself reads at that label or above.',
  'files/only-changed':
    'After a command only those files are raised whose content changed; where nobody can tell which did, all of the workspace is.',
  'files/run-asks':
    'While a stranger’s text stands in the code, a command that may run it is decided at that label.',
  'store/files':
    'Labels of files are kept by tenant and path, sealed, and outlive the runs that wrote the files.',
  'files/endorse-one':
    'Endorsing a file lowers what is recorded of that file alone, as it was shown, and stands in the audit.',
  'files/cleared':
    'Who is not cleared for the label of a file learns neither its path nor that anything is recorded of it, but for the number of such files of their tenant.',
} as const;
