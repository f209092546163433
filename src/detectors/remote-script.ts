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
const shell = String.raw`(?:sudo\s{1,4}(?:-\w+\s{1,4})?)?(?:env\s{1,4}(?:\w+=\S{0,80}\s{1,4}){0,4})?(?:/(?:usr/)?bin/)?(?:ba|z|da|a|k)?sh\b|(?:sudo\s{1,4})?(?:/(?:usr/)?bin/)?(?:python[\d.]*|node|perl|ruby|php|iex|invoke-expression|pwsh|deno|bun)\b`

const patterns: readonly RegExp[] = [
  // curl … | sh
  new RegExp(String.raw`${fetcher}[^\n|;&]{1,600}\|\s{0,20}(?:(?:tee|gunzip|base64|tr|sed)\b[^\n|;&]{0,100}\|\s{0,20})?(?:${shell})`, 'i'),
  // sh -c "$(curl …)", bash <(curl …), eval "$(curl …)"
  new RegExp(String.raw`(?:\beval|(?:${shell})(?:\s{1,4}-\w{1,8}){0,3}|\bsource|(?:^|[\s;&])\.)\s{1,9}["']?(?:\$\(|<\(|\x60)\s{0,4}${fetcher}[^\n)]{1,600}`, 'i'),
  // iwr … | iex stands above; iex (iwr …)
  new RegExp(String.raw`\b(?:iex|invoke-expression)\b\s{0,4}\(?\s{0,4}\(?(?:new-object\s{1,4}(?:system\.)?net\.webclient\)?\.downloadstring|iwr\b|irm\b|invoke-(?:webrequest|restmethod))[^\n]{0,300}`, 'i'),
]

/** Of a file that is fetched, then run, and compared with nothing in between. */
const fetched = new RegExp(String.raw`${fetcher}[^\n;&|]{0,400}?(?:(?:-o|-O|--output|--output-document|>)[\s=]{0,4}["']?([\w./-]{1,120})|\s["']?https?://[^\s"']{1,300}/([\w.-]{1,80}\.(?:sh|py|js|pl|rb)))`, 'gi')
const compared = /\b(?:sha\d{3}sum|shasum|md5sum|gpg\b[^\n]{0,40}--verify|cosign|minisign|sha256\b)/i

/** The first script in commands that is fetched and run; undefined where there is none, or its digest or signature is looked at. */
export function remoteScript(commands: string): RemoteScript | undefined {
  if (!/curl|wget|fetch|iwr|irm|invoke-|downloadstring/i.test(commands)) return undefined
  const text = patterns.map((pattern) => pattern.exec(commands)?.[0]).find((found) => found !== undefined) ?? runLater(commands)
  if (text === undefined) return undefined
  const address = /\bhttps?:\/\/[^\s"'`|)>;]{1,400}/i.exec(text)?.[0] ?? ''
  return { text, address, isUnprotected: /^http:/i.test(address) || /\s(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure|--no-check-certificate)\s/.test(`${text} `) && !/\bwget\b.*\s-k\s/.test(text) }
}

function runLater(commands: string): string | undefined {
  if (compared.test(commands)) return undefined
  let runs: ReadonlyMap<string, readonly Run[]> | undefined
  for (const found of commands.matchAll(fetched)) {
    const base = lastPart(found[1] ?? found[2] ?? '')
    runs ??= Map.groupBy(runsIn(commands), ({ name }) => name)
    const end = found.index + found[0].length
    const run = base.length < 2 ? undefined : runs.get(base)?.find(({ index }) => index >= end)
    if (run) return `${found[0]} … ${run.text}`
  }
  return undefined
}

/** A file that commands start. */
interface Run {
  /** Without its folder. */
  readonly name: string
  readonly index: number
  readonly text: string
}

const started = new RegExp(String.raw`(?:^|[\s;&|])(?:${shell})\s{1,4}(?:-\w{1,8}\s{1,4}){0,3}["']?([\w./-]{1,200})(?=["'\s;&|]|$)|(?:^|[\s;&|(])["']?(\.?/[\w./-]{1,200})(?=["'\s;&|]|$)`, 'gm')

/** Every file that commands start, by a shell or by its path; those that are only moved, unpacked or made executable are left out. */
function runsIn(commands: string): Run[] {
  return [...commands.matchAll(started)].flatMap(({ index, 0: text, 1: handed, 2: path }) => {
    const before = commands.slice(Math.max(index - longestCommand, 0), index + 1)
    return /\b(?:chmod|rm|tar|mv|cp|ls|install)\s[^\n;&|]{0,200}$/.test(before) ? [] : [{ name: lastPart(handed ?? path ?? ''), index, text: text.trim() }]
  })
}

/** Before a file, of what is looked at. */
const longestCommand = 210

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
