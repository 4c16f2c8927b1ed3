type Environment = Readonly<Record<string, string | undefined>>;

/** Without these a server behind a proxy reaches nothing, and the first start of one fails. */
const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/** The variables that say how to reach a network, in capital and in small letters. */
export function networkEnv(env: Environment): Readonly<Record<string, string>> {
  const both = [...names, ...names.map((name) => name.toLowerCase())];
  return Object.fromEntries(
    both.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The names and passwords in addresses of proxies. */
export function proxySecrets(passed: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(passed).flatMap((value) => {
    const [, user = ''] = /^(?:[a-z][\w+.-]*:\/\/)?([^\s]*)@/i.exec(value) ?? [];
    return user === '' ? [] : [user, ...user.split(':')];
  });
}
