import { anyText } from './glob.ts';

/** The names of folders in each other, and at last of a file. */
type NamePath = readonly string[];

/** Names of files and folders, `*` for any text, and `a/b` for one that lies in another. */
function names(text: string): readonly NamePath[] {
  return text
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => name.replaceAll('*', anyText).split('/'));
}

/** What holds passwords, keys and tokens. */
export const secretNames: readonly NamePath[] = names(`
  .env .env.* .env-* *.env .flaskenv .dev.vars *.pem *.key *.p12 *.pfx *.p8 *.jks *.keystore
  *.kdbx *.ppk *.asc id_rsa* id_dsa* id_ecdsa* id_ed25519* *_rsa *_ed25519 .ssh .gnupg .aws .azure
  .kube kubeconfig .docker .dockercfg .config/gcloud .config/gh .config/hub .config/doctl .sluice
  .npmrc .yarnrc.yml .pypirc .netrc _netrc .git-credentials .git/config .pgpass .my.cnf .mylogin.cnf
  .htpasswd .boto .s3cfg .vault-token .terraformrc .terraform.d *.tfstate *.tfstate.* *.tfvars
  credentials credentials.* *credentials.json service-account* secrets secrets.json secrets.y*ml
  secrets.toml secrets.env secret.json secret.y*ml *.secret *.secrets auth.json tokens.json
  .bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history
  .sqlite_history .password-store keychain keychains .mozilla .thunderbird cookies.sqlite
  login.keychain* etc/shadow* etc/gshadow* etc/sudoers* .cargo/credentials* .gem/credentials
  .m2/settings.xml .gradle/gradle.properties .composer/auth.json .codex/auth.json .claude.json
  .gemini/oauth_creds.json .qwen/oauth_creds.json .local/share/opencode
`);

/** What makes programs or agents act later. */
export const settingsNames: readonly NamePath[] = names(`
  .github .forgejo .gitea .builds .build.y*ml buildspec.y*ml .teamcity .githooks
  *simple-git-hooks* netlify.toml vercel.json .gitlab .gitlab-ci* .circleci
  .travis.yml .buildkite .drone.y*ml .woodpecker*
  azure-pipelines* .azure-pipelines jenkinsfile* bitbucket-pipelines.yml appveyor.yml
  .appveyor.yml .cirrus.y*ml .semaphore cloudbuild.y*ml codeowners renovate.json* .renovaterc*
  .git head .gitmodules .gitattributes .gitconfig .hg .hgrc .svn .bzr .jj
  .claude .claude.json .codex .opencode .qwen .gemini .continue .cursor .cursorrules .windsurf
  .windsurfrules .cline .clinerules .roo .roomodes .roorules .kilocode .kiro .junie .trae .zed
  .aider* .agents .agent .goose .goosehints .crush .crush.json crush.json .amp .augment
  .factory .openhands .continuerc* .continuerules .mcp.json mcp.json opencode.json*
  agents.md agents.*.md agent.md codex.md context.md rules.md .rules claude.md claude.*.md
  gemini.md qwen.md copilot-instructions.md
  .sluice sluice.yaml sluice.yml gateway.yaml gateway.yml
  .npmrc .yarnrc* .yarn .pnpmfile.* .pnp.* bunfig.toml .bunfig.toml .pip pip.conf .pypirc
  pyvenv.cfg *.pth sitecustomize.py usercustomize.py .bundle .gemrc .cargo .m2 .mvn .gradle
  .envrc .direnv .mise* mise.toml .tool-versions .devcontainer .devcontainer.json .devbox
  .vscode *.code-workspace .idea .fleet .nova .husky .lefthook* lefthook* .pre-commit*
  .overcommit.y*ml .lintstagedrc* lint-staged.config.* .config .ssh .gnupg .docker .kube .aws
  .bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin
  .zlogout .inputrc .vimrc .exrc .nvimrc .nvim.lua .emacs* .dir-locals.el .gdbinit .lldbinit
  .curlrc .wgetrc .netrc .ripgreprc .ackrc .psqlrc .sqliterc .lessfilter .lesskey .screenrc
  .tmux.conf .irbrc .pryrc .rprofile .pythonrc* .jq .jshintrc .perltidyrc .pam_environment
`);

/** What others wrote, and package managers brought. */
export const dependencyNames: readonly NamePath[] = names(`
  node_modules bower_components jspm_packages .pnpm-store .venv venv .virtualenv site-packages
  dist-packages __pypackages__ .eggs .tox .nox vendor third_party pods carthage .cargo/registry
  .m2/repository .pub-cache .stack-work .bloop elm-stuff
`);

/** Prose, which is often that of others: names without an ending. */
export const documentNames: readonly NamePath[] = names(`
  readme* license* licence* notice* changelog* changes authors* contributing* copying* history
`);

/** Prose by its ending. */
export const proseEndings: readonly NamePath[] = names(`
  *.md *.markdown *.rst *.adoc *.asciidoc *.txt *.text *.pdf *.rtf *.doc *.docx *.odt *.org *.tex
  *.eml *.log
`);

/** What programs read, though it ends as prose does. */
export const plainTextNames: readonly NamePath[] = names(`
  cmakelists.txt *requirements*.txt requirements/*.txt constraints*.txt conanfile.txt
  meson_options.txt robots.txt
`);

/** Prose that is run too: it is of both kinds. */
export const mixedNames: readonly NamePath[] = names('*.mdx');
