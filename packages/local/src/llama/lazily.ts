/** Makes something when it is first asked for, and keeps it; a failure is tried again. */
export function lazily<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    if (made !== undefined) return made;
    const making = make();
    made = making;
    making.catch(() => {
      made = undefined;
    });
    return making;
  };
}
