import type { ScalarValue } from './value.ts'

/** Type of package that a launch command fetches: npm, Python, or a container image. */
export type LaunchKind = 'npm' | 'python' | 'image'

/** Command that fetches packages and runs one of them. */
export interface Launch {
  readonly kind: LaunchKind
  /**
   * Package to run, as written: `name@1.2.3`, `name==1.2`, or an image. Absent if the command only names additional
   * packages.
   */
  readonly main: ScalarValue | undefined
  /** Additional packages installed with it, from further `--package` and `--with` options. */
  readonly others: readonly ScalarValue[]
}

interface Runner {
  readonly command: RegExp
  /** Subcommands before the package. Empty if the package directly follows the program. */
  readonly words: readonly string[]
  readonly kind: LaunchKind
  /** True if the first plain argument is a program in the project, so packages are named only in options. */
  readonly runsProject?: true
}

/** Programs that fetch and run a package, and their subcommands. */
const runners: readonly Runner[] = [
  { command: /^(?:npx|bunx|pnpx)$/, words: [], kind: 'npm' },
  { command: /^(?:pnpm|yarn)$/, words: ['dlx'], kind: 'npm' },
  { command: /^(?:npm|bun)$/, words: ['exec', 'x'], kind: 'npm' },
  { command: /^deno$/, words: ['run'], kind: 'npm' },
  { command: /^uvx$/, words: [], kind: 'python' },
  { command: /^pipx$/, words: ['run'], kind: 'python' },
  { command: /^uv$/, words: ['tool'], kind: 'python' },
  { command: /^uv$/, words: ['run'], kind: 'python', runsProject: true },
  { command: /^(?:docker|podman)$/, words: ['run'], kind: 'image' },
]

/** Options that take the next argument as their value. */
const withValue = new RegExp(
  String.raw`^(?:-e|--env|-v|--volume|--mount|-p|--publish|--name|--network|--env-file|-w|--workdir|--user|-u|` +
    String.raw`--entrypoint|--platform|--add-host|--python|--with|--with-editable|--with-requirements|` +
    String.raw`--directory|--project|--prefix|--cwd|--index|--index-url|--extra-index-url|--default-index|` +
    String.raw`--registry|-c|--call|--memory|--gpus|--loglevel|--index-strategy|--cache|--userconfig|--token|` +
    String.raw`--cap-add|--cap-drop|--security-opt|--tmpfs|--ulimit|--restart|--hostname|-h|--shm-size|--cidfile|` +
    String.raw`--dns|--constraints|--overrides|--link-mode|--keyring-provider|--pip-args|--cpus|--label|-l|--pull)$`,
)

/** Flags of npx, bunx, pnpm, yarn, uvx, pipx, and docker run, which take no value. */
const flag = new RegExp(
  String.raw`^(?:-[a-zA-Z]{1,3}|--(?:yes|no|quiet|silent|verbose|prefer-online|prefer-offline|offline|no-[\w-]+|` +
    String.raw`ignore-existing|ignore-scripts|bun|isolated|refresh|reinstall|native-tls|managed-python|rm|` +
    String.raw`interactive|tty|init|privileged|detach|read-only|allow-[\w-]+|unstable[\w-]*|reload|cached-only|` +
    String.raw`frozen|locked|exact|system-site-packages|include-deps|force|upgrade|workspaces|legacy-peer-deps))$`,
)

/** Options whose value is the package to run (`main`) or an additional package (`others`). */
const options: Readonly<Record<Exclude<LaunchKind, 'image'>, { readonly main: RegExp; readonly others: RegExp }>> = {
  npm: { main: /^(?:--package|-p)$/, others: /^(?!)/ },
  python: { main: /^(?:--from|--spec)$/, others: /^(?:--with|-w)$/ },
}

/**
 * Parses the launch in a client's command. The command may follow `cmd /c`, have a path, or be a single string with its
 * arguments. Linear in the number of arguments.
 */
export function launchOf(command: ScalarValue, given: readonly ScalarValue[]): Launch | undefined {
  const words = [
    ...separateWords(command),
    ...given.flatMap((arg, index) => (/^[-/]c$/i.test(given[index - 1]?.text ?? '') ? separateWords(arg) : [arg])),
  ]
  const at = words.slice(0, 5).findIndex(({ text }) => runners.some((runner) => runner.command.test(programOf(text))))
  const program = programOf(words[at]?.text ?? '')
  const after = words.slice(at + 1)
  for (const runner of runners) {
    if (!runner.command.test(program)) continue
    const rest = afterVerb(runner, program, after)
    if (rest !== undefined) return launchBy(runner, rest)
  }
  return undefined
}

/**
 * Options that select another package registry. Packages in that registry may be different from public packages with
 * the same names.
 */
const registryOption = /^--(?:registry|index|index-url|default-index|extra-index-url)(?:=|$)/

/** Reports whether a command fetches its packages from another registry. */
export const namesOtherRegistry = (words: readonly { readonly text: string }[]): boolean =>
  words.some(({ text }) => text.split(/\s+/).some((word) => registryOption.test(word)))

/** Reports whether a program fetches and runs packages. */
export const isRunner = (program: string): boolean => runners.some(({ command }) => command.test(programOf(program)))

/** Splits `cmd /c npx …`, as used on Windows, and a whole command in one string. */
function separateWords(scalar: ScalarValue): readonly ScalarValue[] {
  const trimmed = scalar.text.trim()
  return /\s/.test(trimmed) ? trimmed.split(/\s+/).map((text): ScalarValue => ({ ...scalar, text })) : [scalar]
}

/**
 * Returns the program name in a path. Only the last segment is matched, because a pattern for the whole path would take
 * quadratic time for long folders.
 */
const programOf = (path: string): string =>
  path
    .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .replace(/\.(?:cmd|exe)$/i, '')
    .toLowerCase()

function afterVerb(
  { words: verbs }: Runner,
  program: string,
  words: readonly ScalarValue[],
): readonly ScalarValue[] | undefined {
  if (verbs.length === 0) return words
  let verb = 0
  while (words[verb]?.text.startsWith('-')) verb += withValue.test(words[verb]?.text ?? '') ? 2 : 1
  if (!verbs.includes(words[verb]?.text ?? '')) return undefined
  const rest = words.slice(verb + 1)
  if (program === 'uv' && verbs.includes('tool')) return rest[0]?.text === 'run' ? rest.slice(1) : undefined
  return rest
}

function launchBy({ kind, runsProject }: Runner, words: readonly ScalarValue[]): Launch {
  const named: ScalarValue[] = []
  const others: ScalarValue[] = []
  let plain: ScalarValue | undefined
  for (let at = 0; at < words.length && plain === undefined; at += 1) {
    const word = words[at]
    if (!word || word.text === '--') continue
    if (!word.text.startsWith('-')) {
      plain = word
      continue
    }
    const { option, value, isJoined } = optionAt(word, words[at + 1])
    const list =
      kind === 'image'
        ? undefined
        : options[kind].main.test(option)
          ? named
          : options[kind].others.test(option)
            ? others
            : undefined
    if (list && value) list.push(...(list === others ? commaList(value) : [value]))
    if (!isJoined && (list !== undefined || withValue.test(option))) at += 1
    // The next word may be the package, or the value of an option that is missing from this list.
    else if (!isJoined && !flag.test(option)) return { kind, main: named[0], others: [...named.slice(1), ...others] }
  }
  const [main = runsProject ? undefined : plain, ...further] = named
  return { kind, main, others: [...further, ...others] }
}

/** Parses `--option=value`, or `--option` with the next argument. */
function optionAt(
  word: ScalarValue,
  next: ScalarValue | undefined,
): { readonly option: string; readonly value: ScalarValue | undefined; readonly isJoined: boolean } {
  const equals = word.text.indexOf('=')
  if (equals < 0) return { option: word.text, value: next, isJoined: false }
  return { option: word.text.slice(0, equals), value: { ...word, text: word.text.slice(equals + 1) }, isJoined: true }
}

/**
 * Splits a comma-separated list, because uv accepts several packages in one `--with`. A comma before an operator is
 * part of a version specifier.
 */
const commaList = (value: ScalarValue): ScalarValue[] =>
  value.text
    .split(/,(?!\s*[<>=!~])/)
    .map((text) => ({ ...value, text: text.trim() }))
    .filter(({ text }) => text !== '')
