/** Words in paths, tables, and addresses of temporary data. Nothing of it existed before the call. */
export const temporaryWords = /\b(?:te?mp|tmpdir|temporary|mkdtemp(?:sync)?|gettempdir|tempfile|scratch)\b/

/** Words in paths, tables, and addresses of data that a server keeps for itself. */
export const ownStateWords: readonly RegExp[] = [
  /\bcach(?:e[sd]?|ing)\b/,
  /\blog(?:s|ger|ging|file)?\b/,
  /\b(?:locks?|lockfile|pid)\b/,
  /\b(?:histor(?:y|ies)|recent|journal)\b/,
  /\b(?:sessions?|tokens?|cookies?|auth|credentials|login|logout)\b/,
  /\b(?:metrics|telemetry|usage|stats|analytics|traces?|audit)\b/,
  /\b(?:state|checkpoints?|embeddings?|index(?:es)?|screenshots?|downloads?|outputs?)\b/,
]

/** Statements that delete data from a database. */
export const deletingStatement = /^\s*(?:drop|truncate|delete\s+from|detach\s+delete)\s[\w."\x60\s…]*/i

/** Statements that add or change data in a database. */
export const changingStatement =
  /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update|alter\s+table|merge\s+into)\s[\w."\x60…]+/i

/** A command of a program: its first words without options, and an option that it must have. */
export interface KnownCommand {
  readonly words: string
  readonly option?: RegExp
}

const words = (...all: readonly string[]): KnownCommand[] => all.map((one) => ({ words: one }))

/** Commands that delete files, containers, or resources, or that discard changes, by program. */
export const deletingCommands: ReadonlyMap<string, readonly KnownCommand[]> = new Map<string, readonly KnownCommand[]>([
  ...['rm', 'rmdir', 'unlink', 'shred', 'del', 'rd'].map((program) => [program, words('')] as const),
  [
    'git',
    [
      { words: 'reset', option: /^--hard$/ },
      { words: 'clean', option: /^(?:-[dexX]{0,4}f|--force)/ },
      { words: 'branch', option: /^-D$/ },
      { words: 'push', option: /^(?:--force|-f$|--delete$|-d$)/ },
      ...words('stash drop', 'stash clear'),
    ],
  ],
  ['kubectl', words('delete', 'drain')],
  ['docker', words('rm', 'rmi', 'container rm', 'image rm', 'volume rm', 'network rm', 'system prune', 'volume prune')],
])

/** Other commands that change a repository, installed packages, or a service, by program. */
export const changingCommands: ReadonlyMap<string, readonly KnownCommand[]> = new Map<string, readonly KnownCommand[]>([
  ['git', words('push', 'commit', 'rebase', 'merge')],
  ['kubectl', words('apply', 'create', 'patch', 'scale', 'replace', 'edit')],
  ...['npm', 'pnpm', 'yarn'].map(
    (program) => [program, words('install', 'add', 'uninstall', 'remove', 'publish')] as const,
  ),
  ...['pip', 'pip3'].map((program) => [program, words('install', 'uninstall')] as const),
  ...['apt', 'apt-get', 'brew', 'dnf', 'yum'].map(
    (program) => [program, words('install', 'remove', 'upgrade')] as const,
  ),
  ['systemctl', words('stop', 'restart', 'disable', 'enable')],
])

/** Request methods that change data. POST is not one of them, because many searches use it. */
export const changingMethods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** Hosts of the same computer or the same local network. */
export const localHost = new RegExp(
  String.raw`^(?:localhost|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|` +
    String.raw`192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|\S+\.(?:local|localhost))$`,
)
