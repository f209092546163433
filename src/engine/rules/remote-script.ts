/** A script that a shell takes from the network. */
export interface RemoteScript {
  /** The commands, as far as they show it. */
  readonly text: string
  /** Its address; empty where a variable holds it. */
  readonly address: string
  /** Nothing tells that it is the one that was meant: no encryption, or certificates are not looked at. */
  readonly isUnprotected: boolean
}

const fetcher = String.raw`\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b`
const shell =
  String.raw`(?:sudo\s{1,4}(?:-\w+\s{1,4})?)?(?:env\s{1,4}(?:\w+=\S{0,80}\s{1,4}){0,4})?(?:/(?:usr/)?bin/)?` +
  String.raw`(?:ba|z|da|a|k)?sh\b|(?:sudo\s{1,4})?(?:/(?:usr/)?bin/)?(?:python[\d.]*|node|perl|ruby|php|iex|` +
  String.raw`invoke-expression|pwsh|deno|bun)\b`

const fetcherWord = new RegExp(fetcher, 'gi')
/** curl … | sh: from the bar on. */
const intoShell = new RegExp(
  String.raw`\|\s{0,20}(?:(?:tee|gunzip|base64|tr|sed)\b[^\n|;&]{0,100}\|\s{0,20})?(?:${shell})`,
  'gi',
)

const patterns: readonly RegExp[] = [
  // sh -c "$(curl …)", bash <(curl …), eval "$(curl …)"
  new RegExp(
    String.raw`(?:\beval|(?:${shell})(?:\s{1,4}-\w{1,8}){0,3}|\bsource|` +
      String.raw`(?:^|[\s;&])\.)\s{1,9}["']?(?:\$\(|<\(|\x60)\s{0,4}${fetcher}[^\n)]{1,600}`,
    'i',
  ),
  // iwr … | iex stands above; iex (iwr …)
  new RegExp(
    String.raw`\b(?:iex|invoke-expression)\b\s{0,4}\(?\s{0,4}\(?` +
      String.raw`(?:new-object\s{1,4}(?:system\.)?net\.webclient\)?\.downloadstring|iwr\b|irm\b|` +
      String.raw`invoke-(?:webrequest|restmethod))[^\n]{0,300}`,
    'i',
  ),
]

/** Into which file something is fetched, or what its address names. */
const fetchedTo = new RegExp(
  String.raw`(?:(?:-o|-O|--output|--output-document|>)[\s=]{0,4}["']?([\w./-]{1,120})|` +
    String.raw`\s["']?https?:\/\/[^\s"']{1,300}\/([\w.-]{1,80}\.(?:sh|py|js|pl|rb)))`,
  'gi',
)
/** Characters between what fetches and the bar, and the file. */
const longest = { toBar: 600, toFile: 400 }
const compared = /\b(?:sha\d{3}sum|shasum|md5sum|gpg\b[^\n]{0,40}--verify|cosign|minisign|sha256\b)/i

/**
 * The first script in commands that is fetched and run; undefined where there is none, or its digest or signature is
 * looked at.
 */
export function remoteScript(commands: string): RemoteScript | undefined {
  if (!/curl|wget|fetch|iwr|irm|invoke-|downloadstring/i.test(commands)) return undefined
  const text =
    afterFetchers(commands, intoShell, longest.toBar).next().value?.text ??
    patterns.map((pattern) => pattern.exec(commands)?.[0]).find((found) => found !== undefined) ??
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
  if (compared.test(commands)) return undefined
  let runs: ReadonlyMap<string, readonly Run[]> | undefined
  for (const { text, end, groups } of afterFetchers(commands, fetchedTo, longest.toFile)) {
    const base = lastPart(groups[0] ?? groups[1] ?? '')
    runs ??= Map.groupBy(runsIn(commands), ({ name }) => name)
    const run = base.length < 2 ? undefined : runs.get(base)?.find(({ index }) => index >= end)
    if (run) return `${text} … ${run.text}`
  }
  return undefined
}

/** Where something comes after what fetches, in the same command; `text` is from the one to the end of the other. */
interface AfterFetcher {
  readonly text: string
  readonly end: number
  readonly groups: readonly (string | undefined)[]
}

/**
 * Matches of a pattern that have something that fetches before them in their command, the first of each; both are
 * sought once, because commands may name it a hundred thousand times.
 */
function* afterFetchers(commands: string, pattern: RegExp, most: number): Generator<AfterFetcher, undefined> {
  const fetchers = commands.matchAll(fetcherWord)
  let from = fetchers.next().value
  let commandStart = 0
  let seen = 0
  for (const found of commands.matchAll(pattern)) {
    for (; seen < found.index; seen += 1) if (endsCommand.has(commands[seen] ?? '')) commandStart = seen + 1
    while (from && (from.index < commandStart || from.index + from[0].length < found.index - most))
      from = fetchers.next().value
    if (!from) return undefined
    if (from.index + from[0].length > found.index) continue
    const end = found.index + found[0].length
    yield { text: commands.slice(from.index, end), end, groups: found.slice(1) }
    while (from && from.index < end) from = fetchers.next().value
  }
  return undefined
}

const endsCommand = new Set(['\n', ';', '&', '|'])

/** A file that commands start. */
interface Run {
  /** Without its folder. */
  readonly name: string
  readonly index: number
  readonly text: string
}

const started = new RegExp(
  String.raw`(?:^|[\s;&|])(?:${shell})\s{1,4}(?:-\w{1,8}\s{1,4}){0,3}["']?([\w./-]{1,200})(?=["'\s;&|]|$)|` +
    String.raw`(?:^|[\s;&|(])["']?(\.?/[\w./-]{1,200})(?=["'\s;&|]|$)`,
  'gm',
)

/**
 * Every file that commands start, by a shell or by its path; those that are only moved, unpacked or made executable are
 * left out.
 */
function runsIn(commands: string): Run[] {
  return [...commands.matchAll(started)].flatMap(({ index, 0: text, 1: handed, 2: path }) => {
    const before = commands.slice(Math.max(index - maxCommandLength, 0), index + 1)
    return /\b(?:chmod|rm|tar|mv|cp|ls|install)\s[^\n;&|]{0,200}$/.test(before)
      ? []
      : [{ name: lastPart(handed ?? path ?? ''), index, text: text.trim() }]
  })
}

/** Before a file, of what is looked at. */
const maxCommandLength = 210

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
