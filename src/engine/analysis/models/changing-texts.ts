import type { TextCause } from '../changing-texts/changing-text.ts'

/** External functions and methods whose result decides which of several texts a server sends, by qualified name. */
export const decidingCalls: readonly { readonly cause: TextCause; readonly name: RegExp }[] = [
  {
    cause: 'time',
    name: new RegExp(
      String.raw`^(?:(?:new )?Date(?:\.now)?|performance\.now|process\.uptime|` +
        String.raw`time\.(?:time|monotonic|time_ns|localtime)|` +
        String.raw`(?:datetime\.)?(?:datetime\.(?:now|utcnow|today)|date\.today))$`,
    ),
  },
  {
    cause: 'chance',
    name: new RegExp(
      String.raw`^(?:Math\.random|crypto\.(?:randomInt|randomBytes|getRandomValues)|` +
        String.raw`random\.(?:random|randint|choice|randrange|uniform)|secrets\.(?:choice|randbelow))$`,
    ),
  },
  {
    cause: 'file',
    name: new RegExp(
      String.raw`^(?:fs(?:\.promises|-extra)?\.(?:existsSync|exists|statSync|accessSync|access|pathExists|` +
        String.raw`pathExistsSync)|os\.path\.(?:exists|isfile|isdir)|pathlib\.Path\(\)\.(?:exists|is_file))$`,
    ),
  },
]

/** External functions that read a file, by qualified name. */
export const fileReads = new RegExp(
  String.raw`^(?:fs(?:\.promises|-extra)?\.(?:readFileSync|readFile)|open|io\.open|codecs\.open|aiofiles\.open|` +
    String.raw`pathlib\.Path\(\)(?:\.\w+)*\.(?:read_text|open))$`,
)

/** External functions and values that name a folder outside the package, by qualified name. */
export const outsideFolders = new RegExp(
  String.raw`^(?:os\.(?:homedir|tmpdir|userInfo|path\.expanduser)|tempfile\.gettempdir|pathlib\.Path\.home|` +
    String.raw`process\.env\.(?:HOME|USERPROFILE|APPDATA|TMPDIR|TEMP|XDG_\w+))$`,
)

/** Absolute paths that other programs and users can write to. */
export const outsidePath = /^(?:~[\\/]|\/(?:tmp|var\/tmp|dev\/shm|home|Users)\/|[A-Za-z]:\\)/

/** Functions that call a function after a delay, by qualified name, with the position of the delay. */
export const timers: readonly { readonly name: RegExp; readonly delayAt: number }[] = [
  { name: /^(?:(?:globalThis|window)\.)?set(?:Timeout|Interval)$|^timers\.set(?:Timeout|Interval)$/, delayAt: 1 },
  { name: /^threading\.Timer$/, delayAt: 0 },
  { name: /^(?:node-cron|cron)\.schedule$/, delayAt: -1 },
]

/** Methods that return the text of a response or file, or a text with other whitespace. */
export const readingMethods: ReadonlySet<string> = new Set([
  'text',
  'json',
  'read',
  'decode',
  'toString',
  'trim',
  'strip',
  'trimEnd',
  'parse',
  'loads',
  'load',
  'safe_load',
  'then',
  'get',
])
