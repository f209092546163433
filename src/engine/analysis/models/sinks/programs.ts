import type { TaintKind } from '../../taint-kind.ts'
import type { EffectText } from '../../taint/sinks/effect-texts.ts'
import type { SinkAction } from '../../taint/sinks/sink-action.ts'

/** How a program receives the code to run. */
export interface Interpreter {
  readonly kind: TaintKind
  /** Effect of the program: `runs a shell command`. */
  readonly effect: EffectText
  readonly action?: SinkAction
  /** Options whose value the program runs, in lower case. */
  readonly options: readonly string[]
  /** True if all arguments after one of `options` belong to it, not only the next one. */
  readonly takesRest?: true
  /** Number of positional arguments before the code argument, if no such option is given. */
  readonly afterPositional?: number
}

const shell: Interpreter = {
  kind: 'command',
  effect: 'runs a shell command',
  options: ['-c', '-lc', '-ic', '-ec', '-xc', '-lic', '-ilc', '-cl'],
}
const code = (...options: readonly string[]): Interpreter => ({ kind: 'code', effect: 'runs code', options })
const query = (...options: readonly string[]): Interpreter => ({
  kind: 'query',
  effect: 'runs a database query',
  options,
})

/** Programs that run code passed to them, by name. */
export const interpreters: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ...named(shell, 'sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'su', 'script'),
  ['cmd', { kind: 'command', effect: 'runs a shell command', options: ['/c', '/k', '/s'], takesRest: true }],
  ...named(
    {
      kind: 'command',
      effect: 'runs a shell command',
      options: ['-command', '-c', '-encodedcommand', '-e', '-enc'],
      takesRest: true,
    },
    'powershell',
    'pwsh',
  ),
  [
    'adb',
    {
      kind: 'command',
      effect: 'runs a shell command on a device',
      action: 'run-remotely',
      options: ['shell'],
      takesRest: true,
    },
  ],
  [
    'ssh',
    {
      kind: 'command',
      effect: 'runs a shell command on another machine',
      action: 'run-remotely',
      options: [],
      afterPositional: 1,
    },
  ],
  ...named(code('-e', '--eval', '-p', '--print', '-pe'), 'node', 'deno', 'bun'),
  ...named(code('-c'), 'python', 'python3', 'python2', 'py', 'ipython'),
  ...named(code('-e'), 'perl', 'ruby', 'lua', 'Rscript', 'osascript', 'julia', 'elixir'),
  ['php', code('-r')],
  ['mongosh', code('--eval')],
  ['mongo', code('--eval')],
  ['emacs', code('--eval')],
  ['psql', query('-c', '--command')],
  ['mysql', query('-e', '--execute')],
  ['clickhouse-client', query('-q', '--query')],
  ['duckdb', query('-c', '-s')],
  ['sqlite3', { ...query('-cmd'), afterPositional: 1 }],
  ['cypher-shell', query('--cypher')],
])

/**
 * Programs for which argument injection is dangerous: their options run commands, load code, or read and write
 * arbitrary files.
 */
export const harmfulPrograms: ReadonlySet<string> = new Set([
  'git',
  'hg',
  'svn',
  'gh',
  'glab',
  'ssh',
  'scp',
  'sftp',
  'rsync',
  'ssh-keygen',
  'tar',
  'bsdtar',
  'zip',
  'unzip',
  '7z',
  '7za',
  'cpio',
  'find',
  'fd',
  'fdfind',
  'rg',
  'ag',
  'grep',
  'sed',
  'awk',
  'gawk',
  'sort',
  'xargs',
  'env',
  'man',
  'less',
  'vim',
  'vi',
  'nano',
  'emacs',
  'ctags',
  'curl',
  'wget',
  'aria2c',
  'yt-dlp',
  'youtube-dl',
  'ffmpeg',
  'ffprobe',
  'convert',
  'magick',
  'gs',
  'pandoc',
  'pdflatex',
  'xelatex',
  'lualatex',
  'soffice',
  'libreoffice',
  'dot',
  'exiftool',
  'tesseract',
  'wkhtmltopdf',
  'chrome',
  'chromium',
  'google-chrome',
  'firefox',
  'npm',
  'npx',
  'pnpm',
  'pnpx',
  'yarn',
  'bun',
  'bunx',
  'node',
  'deno',
  'tsx',
  'ts-node',
  'tsc',
  'eslint',
  'prettier',
  'jest',
  'vitest',
  'playwright',
  'python',
  'python3',
  'pip',
  'pip3',
  'pipx',
  'uv',
  'uvx',
  'poetry',
  'pytest',
  'ruby',
  'gem',
  'bundle',
  'perl',
  'php',
  'composer',
  'java',
  'javac',
  'mvn',
  'gradle',
  'go',
  'cargo',
  'rustc',
  'dotnet',
  'nuget',
  'make',
  'cmake',
  'gcc',
  'clang',
  'swift',
  'xcodebuild',
  'xcrun',
  'xctrace',
  'osascript',
  'flutter',
  'dart',
  'godot',
  'blender',
  'openscad',
  'semgrep',
  'ansible',
  'ansible-playbook',
  'terraform',
  'tofu',
  'packer',
  'pulumi',
  'vagrant',
  'docker',
  'docker-compose',
  'podman',
  'kubectl',
  'oc',
  'helm',
  'kustomize',
  'istioctl',
  'argocd',
  'gcloud',
  'aws',
  'az',
  'firebase',
  'vercel',
  'netlify',
  'wrangler',
  'heroku',
  'psql',
  'pg_dump',
  'mysql',
  'mysqldump',
  'sqlite3',
  'mongosh',
  'mongodump',
  'redis-cli',
  'nmap',
  'tcpdump',
  'tshark',
  'openssl',
  'gpg',
  'nc',
  'ncat',
  'socat',
  'gdb',
  'lldb',
  'radare2',
  'r2',
  'rabin2',
  'strace',
  'adb',
  'fastboot',
  'code',
  'cursor',
  'claude',
  'codex',
  'gemini',
  'llm',
  'aider',
])

/** Programs whose prompt arguments include files as `@path`, with the options that precede a prompt. */
export const promptedPrograms: ReadonlySet<string> = new Set(['gemini', 'qwen', 'claude', 'codex'])
export const promptOptions = /^-(?:p|i|-prompt|-prompt-interactive|-print)$/

/** Programs that open their argument with the associated application. */
export const openers: ReadonlySet<string> = new Set([
  'open',
  'xdg-open',
  'gio',
  'explorer',
  'start',
  'rundll32',
  'wslview',
  'sensible-browser',
  'x-www-browser',
])

/** Options that take no value in most programs. The argument after such an option does not belong to it. */
const flags = new RegExp(
  String.raw`^-(?:-(?:no-[\w-]+|oneline|json|quiet|verbose|recursive|force|all|porcelain|stat|numstat|` +
    String.raw`name-only|name-status|cached|staged|yes|short|hard|soft|mixed|bare|mirror|prune|tags|global|` +
    String.raw`follow|graph|decorate|version|help|dry-run|raw|patch|color|remote|merged|list|show-current|` +
    String.raw`verify|quit|silent|headless|interactive|tty|stdin|detach|allow-empty|amend|ff-only|rebase|track|` +
    String.raw`set-upstream|single-branch|recurse-submodules|abbrev-ref)|[qvrfyalhitudpRLs]|rf|la|al|fr|it|ti|` +
    String.raw`sS|sL|fsSL|fd)$`,
)

/** Short options that take a value in these programs but not in others. */
const valued: ReadonlyMap<string, RegExp> = new Map([
  ...['ssh', 'scp', 'sftp'].map((name): [string, RegExp] => [name, /^-[bcDEeFIiJLlmOopPQRSWw]$/]),
  ['docker', /^-[pvueahlf]$/],
  ['kubectl', /^-[fnlosc]$/],
  ['curl', /^-[dHuoXAbFTe]$/],
  ['psql', /^-[hpUdfv]$/],
  ['mysql', /^-[huPD]$/],
  ['rsync', /^-[ef]$/],
  ['find', /^-(?:name|path|type|iname|maxdepth|mindepth|size|mtime)$/],
  ['python', /^-[mWX]$/],
  ['python3', /^-[mWX]$/],
  ['adb', /^-[sP]$/],
])

/** Short options that take no value in these programs but do in others. */
const valueless: ReadonlyMap<string, RegExp> = new Map([
  ['nmap', /^-(?:[6AFORdnrv]|P[EMPRSn]?|T[0-5]|s[ACFLMNOSTUVWXYZn])$/],
  ['curl', /^-[kLsSfivIgG]+$/],
  ['tar', /^-[cxtvzjJ]+$/],
])

/** True if an option takes no value. */
export function isFlag(option: string, programs: readonly string[] | undefined): boolean {
  return (
    (flags.test(option) && !programs?.some((one) => valued.get(one)?.test(option))) ||
    programs?.some((one) => valueless.get(one)?.test(option)) === true
  )
}

/** Options of any program that take a command, code, or a program. */
export const runningOptions = new RegExp(
  String.raw`^-{1,2}(?:upload-pack|receive-pack|exec|exec-path|exec-batch|execdir|ok|okdir|eval|command|cmd|` +
    String.raw`run|script|checkpoint-action|to-command|use-compress-program|rsh|pre|config|config-env|require|` +
    String.raw`import|loader|preload|init|entrypoint|proxycommand|c|I)$`,
)

/** Returns a program's name without its folder and extension. */
export function programName(text: string): string {
  return text.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat|com)$/i, '')
}

function named(interpreter: Interpreter, ...names: readonly string[]): [string, Interpreter][] {
  return names.map((name) => [name, interpreter])
}

/** Programs that read code from standard input. */
export const readsCodeFromInput = new RegExp(
  String.raw`^(?:.*[\\/])?(?:python[\d.]*|node|deno|bun|ruby|perl|php|lua|r|rscript|julia|octave|matlab|` +
    String.raw`stata(?:-\w+)?|sas|bash|sh|zsh|pwsh|powershell|psql|mysql|sqlite3|gdb|lldb|ghci|irb|osascript|` +
    String.raw`cypher-shell|redis-cli|mongosh?)(?:\.exe)?$`,
  'i',
)

/** Expressions for the current interpreter's path, with the interpreter's name. */
export const interpreterPaths: ReadonlyMap<string, string> = new Map([
  ['process.execPath', 'node'],
  ['sys.executable', 'python'],
])
