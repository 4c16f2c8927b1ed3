import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { call, hasToken, keepToken, Refused } from './api/client.ts';
import { wordsOf } from './api/words.ts';
import { done, signedIn, type Who, whoShape } from './api/shapes.ts';
import { takeCode } from './route.ts';
import { Desk } from './desk.tsx';
import { SignIn } from './sign-in.tsx';

type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'out'; readonly because?: string }
  | { readonly kind: 'in'; readonly who: Who };

/** The console: signed out, or at the desk. */
export function App(): JSX.Element {
  const [state, setState] = useState<State>({ kind: 'starting' });
  const enter = useCallback(async () => {
    setState(await enteredBy(takeCode()));
  }, []);
  useEffect(() => void enter(), [enter]);
  const onOut = useCallback(() => {
    keepToken(undefined);
    setState({ kind: 'out', because: 'You were signed out. Sign in to go on where you were.' });
  }, []);
  const signOut = useCallback(async () => {
    await call('/console/session', done, { method: 'DELETE' }).catch(() => undefined);
    keepToken(undefined);
    setState({ kind: 'out', because: 'You are signed out.' });
  }, []);
  if (state.kind === 'starting') return <main class="starting" aria-busy="true" />;
  if (state.kind === 'in') return <Desk who={state.who} onOut={onOut} onSignOut={signOut} />;
  const onKey = async (key: string): Promise<void> => {
    await signInBy({ key });
    setState(await whoAmI());
  };
  return <SignIn because={state.because} onKey={onKey} />;
}

/** By the code of the address, or by the session that this browser has. */
async function enteredBy(code: string | undefined): Promise<State> {
  if (code !== undefined) {
    try {
      await signInBy({ code });
    } catch (error) {
      if (!hasToken()) return { kind: 'out', because: wordsOf(error) };
    }
  }
  return hasToken() ? await whoAmI() : { kind: 'out' };
}

async function signInBy(
  proof: { readonly key: string } | { readonly code: string },
): Promise<void> {
  const { token } = await call('/console/session', signedIn, { method: 'POST', body: proof });
  keepToken(token);
}

async function whoAmI(): Promise<State> {
  try {
    return { kind: 'in', who: await call('/console/session', whoShape) };
  } catch (error) {
    if (error instanceof Refused && error.status === 401) keepToken(undefined);
    return { kind: 'out', because: wordsOf(error) };
  }
}
