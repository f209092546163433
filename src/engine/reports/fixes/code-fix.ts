import type { Fix } from '../check-run/fixes.ts'
import type { ReportedFinding } from '../reported-finding.ts'

/** Finding with the guard on its data flow. */
export type FixableFinding = Pick<ReportedFinding, 'ruleId' | 'location'> & {
  readonly guard?: { readonly path: string; readonly line: number; readonly reason: string } | undefined
}

/** Returns the path of the file whose text is needed for a fix, or undefined if no fix is known for the rule. */
export function fileToFix({ ruleId, location, guard }: FixableFinding): string | undefined {
  if (ruleId === 'command-injection') return location?.path
  return ruleId === 'path-traversal' && isPrefixCheck(guard) ? guard?.path : undefined
}

/** Returns a mechanical one-line fix, or undefined if the new line may be invalid. */
export function codeFix(finding: FixableFinding, text: string): Fix | undefined {
  const { ruleId, location, guard } = finding
  const place = ruleId === 'command-injection' ? location && { path: location.path, line: location.startLine } : guard
  if (place?.line === undefined) return undefined
  const before = text.split('\n')[place.line - 1]?.replace(/\r$/, '')
  if (before === undefined || before.length > 500) return undefined
  const after = replaced({ isPython: place.path.endsWith('.py'), isCommand: ruleId === 'command-injection' })
  return after === undefined || after === before
    ? undefined
    : { path: place.path, startLine: place.line, endLine: place.line, before, after }

  function replaced({ isPython, isCommand }: { readonly isPython: boolean; readonly isCommand: boolean }) {
    if (before === undefined || place === undefined) return undefined
    if (isPython) return isCommand ? quotedArgument(before, text) : undefined
    if (!/\.[cm]?[jt]sx?$/.test(place.path)) return undefined
    return isCommand ? withoutShell(before, text) : withSeparator(before, text)
  }
}

const isPrefixCheck = (guard: FixableFinding['guard']) => guard?.reason.includes('no trailing separator') === true

const identifier = String.raw`[A-Za-z_$][\w$]{0,60}`
const argument = String.raw`\$\{${identifier}(?:\.${identifier}){0,5}\}`
const word = String.raw`(?:[\w./:=-]{1,80}|${argument})`
const call = new RegExp(
  String.raw`^([^\`]*?\b(?:(${identifier})\.)?)(exec|execSync)\(` +
    '`' +
    String.raw`([a-z][\w./-]{0,60})((?: ${word}){1,20})\`([^\`]*)$`,
)

/** Maximum number of characters to search for imports. Searching all of a hostile file would be slow. */
const maxImportCharacters = 20_000

/**
 * Replaces `exec` and a template with `execFile` and a list. Requires that each argument is a single word or a single
 * value, because only then would a shell split the command in the same way. Also requires that `execFile` is in scope.
 */
function withoutShell(line: string, text: string): string | undefined {
  const match = call.exec(line)
  if (!match) return undefined
  const [, before = '', module, name = '', program = '', words = '', after = ''] = match
  if (/\b(?:exec|execSync|shell|\/\/|\/\*)/.test(before + after) || before.includes('//')) return undefined
  const replacement = name === 'exec' ? 'execFile' : 'execFileSync'
  const source = String.raw`(?:from\s{1,3}|=\s{0,3}require\()['"](?:node:)?child_process['"]`
  const head = text.slice(0, maxImportCharacters)
  const isInScope =
    module === undefined
      ? new RegExp(String.raw`\{[^}]{0,200}\b${replacement}\b[^}]{0,200}\}\s{0,3}${source}`).test(head)
      : new RegExp(
          String.raw`(?:import\s{1,3}(?:\*\s{1,3}as\s{1,3})?|(?:const|let|var)\s{1,3})${escaped(module)}\s{1,3}${source}`,
        ).test(head)
  if (!isInScope) return undefined
  const list = words
    .trim()
    .split(' ')
    .map((word) => (word.startsWith('${') ? word.slice(2, -1) : `'${word}'`))
  return `${before}${replacement}('${program}', [${list.join(', ')}]${after}`
}

/**
 * Quotes the only value in an f-string passed to `os.system` or used with `shell=True`. Requires that `shlex` is
 * imported.
 */
function quotedArgument(line: string, text: string): string | undefined {
  if (!/^import shlex$/m.test(text) || !/\bos\.system\(|\bshell=True\b/.test(line)) return undefined
  const [, before, value, after] =
    /^([^{}#]*\(f"[^{}"'#]* (?:[\w-]+=)?)\{([A-Za-z_][\w.]{0,100})\}((?: [^{}"'#]*)?"[^{}#]*)$/.exec(line) ?? []
  return before === undefined ? undefined : `${before}{shlex.quote(${value})}${after}`
}

/**
 * Appends the path separator to `root` in `startsWith(root)`. Requires that `root` is a resolved path and that `path`
 * is imported.
 */
function withSeparator(line: string, text: string): string | undefined {
  const [, before, root, after] =
    new RegExp(String.raw`^([^'"\`]*\.startsWith\()(${identifier})(\)[^'"\`]*(?:['"\`].*)?)$`).exec(line) ?? []
  if (before === undefined || root === undefined || (line.match(/\.startsWith\(/g)?.length ?? 0) > 1) return undefined
  const isImported =
    /^import (?:\* as )?path from ['"](?:node:)?path['"];?\s*$/m.test(text) ||
    /^(?:const|let|var) path = require\(['"](?:node:)?path['"]\);?\s*$/m.test(text)
  // An unresolved folder path could already end with a separator.
  const isResolved = new RegExp(String.raw`\bconst ${escaped(root)} = (?:path\.resolve|process\.cwd)\(`).test(text)
  return isImported && isResolved ? `${before}${root} + path.sep${after}` : undefined
}

const escaped = (name: string) => name.replaceAll('$', String.raw`\$`)
