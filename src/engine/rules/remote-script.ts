/** Script that a shell command downloads and runs. */
export interface RemoteScript {
  /** Part of the commands that downloads and runs it. */
  readonly text: string
  /** URL. Empty if a variable contains it. */
  readonly address: string
  /** True if the download has no encryption or no certificate check. */
  readonly isUnprotected: boolean
}

const fetcher = String.raw`\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b`
const shell =
  String.raw`(?:sudo\s{1,4}(?:-\w+\s{1,4})?)?(?:env\s{1,4}(?:\w+=\S{0,80}\s{1,4}){0,4})?(?:/(?:usr/)?bin/)?` +
  String.raw`(?:ba|z|da|a|k)?sh\b|(?:sudo\s{1,4})?(?:/(?:usr/)?bin/)?(?:python[\d.]*|node|perl|ruby|php|iex|` +
  String.raw`invoke-expression|pwsh|deno|bun)\b`

const fetcherWord = new RegExp(fetcher, 'gi')
/** Matches `curl … | sh`, starting at the pipe. */
const intoShell = new RegExp(
  String.raw`\|\s{0,20}(?:(?:tee|gunzip|base64|tr|sed)\b[^\n|;&]{0,100}\|\s{0,20})?(?:${shell})`,
  'gi',
)

const patterns: readonly RegExp[] = [
  // `sh -c "$(curl …)"`, `bash <(curl …)`, `eval "$(curl …)"`
  new RegExp(
    String.raw`(?:\beval|(?:${shell})(?:\s{1,4}-\w{1,8}){0,3}|\bsource|` +
      String.raw`(?:^|[\s;&])\.)\s{1,9}["']?(?:\$\(|<\(|\x60)\s{0,4}${fetcher}[^\n)]{1,600}`,
    'i',
  ),
  // `iex (iwr …)`. `intoShell` matches `iwr … | iex`.
  new RegExp(
    String.raw`\b(?:iex|invoke-expression)\b\s{0,4}\(?\s{0,4}\(?` +
      String.raw`(?:new-object\s{1,4}(?:system\.)?net\.webclient\)?\.downloadstring|iwr\b|irm\b|` +
      String.raw`invoke-(?:webrequest|restmethod))[^\n]{0,300}`,
    'i',
  ),
]

/** File that a download writes, from its option or its URL. */
const fetchedTo = new RegExp(
  String.raw`(?:(?:-o|-O|--output|--output-document|>)[\s=]{0,4}["']?([\w./-]{1,120})|` +
    String.raw`\s["']?https?:\/\/[^\s"']{1,300}\/([\w.-]{1,80}\.(?:sh|py|js|pl|rb)))`,
  'gi',
)
/** Maximum distance from the download to the pipe or to the file, in characters. */
const maxDistance = { toPipe: 600, toFile: 400 }
const integrityCheck = /\b(?:sha\d{3}sum|shasum|md5sum|gpg\b[^\n]{0,40}--verify|cosign|minisign|sha256\b)/i

/**
 * Returns the first script that commands download and run. Returns undefined if none exists, or if the commands verify
 * the script's digest or signature.
 */
export function remoteScript(commands: string): RemoteScript | undefined {
  if (!/curl|wget|fetch|iwr|irm|invoke-|downloadstring/i.test(commands)) return undefined
  const text =
    afterFetchers(commands, intoShell, maxDistance.toPipe).next().value?.text ??
    patterns.map((pattern) => pattern.exec(commands)?.[0]).find((match) => match !== undefined) ??
    runLater(commands)
  if (text === undefined) return undefined
  const address = /\bhttps?:\/\/[^\s"'`|)>;]{1,400}/i.exec(text)?.[0] ?? ''
  return {
    text,
    address,
    isUnprotected:
      /^http:/i.test(address) ||
      (/\s(?:-[a-jl-zA-Z]*k[a-zA-Z]*|--insecure|--no-check-certificate)\s/.test(`${text} `) &&
        !/\bwget\b.*\s-k\s/.test(text)),
  }
}

function runLater(commands: string): string | undefined {
  if (integrityCheck.test(commands)) return undefined
  let runs: ReadonlyMap<string, readonly Run[]> | undefined
  for (const { text, end, groups } of afterFetchers(commands, fetchedTo, maxDistance.toFile)) {
    const base = lastPart(groups[0] ?? groups[1] ?? '')
    runs ??= Map.groupBy(runsIn(commands), ({ name }) => name)
    const run = base.length < 2 ? undefined : runs.get(base)?.find(({ index }) => index >= end)
    if (run) return `${text} … ${run.text}`
  }
  return undefined
}

/** Match after a download in the same command. `text` extends from the download to the end of the match. */
interface AfterFetcher {
  readonly text: string
  readonly end: number
  readonly groups: readonly (string | undefined)[]
}

/**
 * Yields the first match of a pattern after each download in the same command. Makes one pass over both, because
 * commands can contain 100,000 of them.
 */
function* afterFetchers(commands: string, pattern: RegExp, maxCharacters: number): Generator<AfterFetcher, undefined> {
  const fetchers = commands.matchAll(fetcherWord)
  let from = fetchers.next().value
  let commandStart = 0
  let position = 0
  for (const match of commands.matchAll(pattern)) {
    for (; position < match.index; position += 1)
      if (commandEnds.has(commands[position] ?? '')) commandStart = position + 1
    while (from && (from.index < commandStart || from.index + from[0].length < match.index - maxCharacters))
      from = fetchers.next().value
    if (!from) return undefined
    if (from.index + from[0].length > match.index) continue
    const end = match.index + match[0].length
    yield { text: commands.slice(from.index, end), end, groups: match.slice(1) }
    while (from && from.index < end) from = fetchers.next().value
  }
  return undefined
}

const commandEnds = new Set(['\n', ';', '&', '|'])

/** File that the commands run. */
interface Run {
  /** File name without its folder. */
  readonly name: string
  readonly index: number
  readonly text: string
}

const runCommand = new RegExp(
  String.raw`(?:^|[\s;&|])(?:${shell})\s{1,4}(?:-\w{1,8}\s{1,4}){0,3}["']?([\w./-]{1,200})(?=["'\s;&|]|$)|` +
    String.raw`(?:^|[\s;&|(])["']?(\.?/[\w./-]{1,200})(?=["'\s;&|]|$)`,
  'gm',
)

/** Returns the files that commands run, excluding those that they only move, unpack, or make executable. */
function runsIn(commands: string): Run[] {
  return [...commands.matchAll(runCommand)].flatMap(({ index, 0: text, 1: script, 2: path }) => {
    const before = commands.slice(Math.max(index - maxCommandLength, 0), index + 1)
    return /\b(?:chmod|rm|tar|mv|cp|ls|install)\s[^\n;&|]{0,200}$/.test(before)
      ? []
      : [{ name: lastPart(script ?? path ?? ''), index, text: text.trim() }]
  })
}

/** Number of characters before a file that are searched for another command. */
const maxCommandLength = 210

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
