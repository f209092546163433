/** Calls that read a file, by qualified name. The path is the first argument, or the receiver of a method. */
export const readingFiles = new RegExp(
  String.raw`^(?:(?:fs|fs\.promises|fs-extra)\.(?:readFile|readFileSync|readJson|readJsonSync)|Bun\.file|` +
    String.raw`open|io\.open|codecs\.open|aiofiles\.open|(?:pathlib\.)?Path\(\)(?:\.\w+\(\))*\.(?:read_text|open))$`,
)

/** Methods that read the file that their receiver names. */
export const readingMethods: ReadonlySet<string> = new Set(['read_text', 'read_bytes'])

/** Values that name a folder outside every package, by qualified name, with the words for a finding. */
export const outsideFolders: readonly { readonly name: RegExp; readonly folder: 'home' | 'temporary' }[] = [
  { name: /^(?:os\.homedir|(?:pathlib\.)?Path\.home|os\.path\.expanduser|process\.env\.HOME)$/, folder: 'home' },
  { name: /^(?:os\.tmpdir|tempfile\.\w+|process\.env\.TE?MP(?:DIR)?)$/, folder: 'temporary' },
]

/** Functions that return their first argument in another form, by qualified name. */
export const convertingFunctions = new RegExp(
  String.raw`^(?:JSON\.(?:parse|stringify)|json\.loads?|ya?ml\.(?:parse|load|safe_load|safeLoad)|js-yaml\.load|` +
    String.raw`String|str|dict|list|tuple|structuredClone|(?:textwrap\.)?dedent|inspect\.cleandoc|Object\.\w+|` +
    String.raw`Array\.from|atob|base64\.\w+|Promise\.(?:all|resolve)|asyncio\.run|toml\.loads?|tomllib\.loads?)$`,
)

/** Functions that return the time. */
export const clocks = new RegExp(
  String.raw`^(?:(?:new )?Date(?:\.now)?|performance\.now|process\.(?:uptime|hrtime(?:\.bigint)?)|` +
    String.raw`time\.(?:time|time_ns|monotonic|perf_counter|localtime|gmtime)|` +
    String.raw`datetime\.(?:(?:datetime|date)\.)?(?:now|utcnow|today))$`,
)

/** Functions that return a random value. */
export const dice = new RegExp(String.raw`^(?:Math\.random|crypto\.random\w+|random\.\w+|secrets\.\w+)$`)

/** Functions that run another function later. */
export const timers = /^(?:setTimeout|setInterval|setImmediate|threading\.Timer|(?:asyncio\..*\.)?call_later)$/
