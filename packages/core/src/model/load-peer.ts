import { SluiceError } from '../errors.ts';

/**
 * Loads an optional peer. A static import would fail before any code of ours could say what to
 * type. Throws `peer-missing` where it cannot be loaded.
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new SluiceError('peer-missing', `cannot load \`${name}\``, {
      hint: `npm install ${name}`,
      cause,
    });
  }
}
