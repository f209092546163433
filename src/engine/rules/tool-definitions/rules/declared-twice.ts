import { withLatinLetters } from '../hidden/lookalikes.ts'
import { isDevelopmentFile } from '../../../inventory/project/development-folders.ts'
import { exampleServer } from '../example-server.ts'
import type { Examined, Hit, ToolRule } from '../tool-rule.ts'

export const declaredTwice: ToolRule = {
  document: {
    id: 'tool-declared-twice',
    title: 'Two tools of a server have one name',
    category: 'tool',
    severity: 'low',
    precision: 'low',
    cwe: ['CWE-694'],
    owaspMcp: ['MCP03:2025'],
    safeMcp: ['SAFE-T1301'],
    what:
      'A package declares two tools or prompts of one name with different definitions, or names that differ ' +
      'only in letters that look alike. Built copies, versions, translations, tests, and other packages of a ' +
      'repository do not count.',
    why:
      'Which of them is called is up to the client: the later one shadows the earlier one, whose description ' +
      'a person may have agreed to.',
    remediation: 'Give each its own name.',
    examples: {
      bad: [
        exampleServer([
          { name: 'send', description: 'Sends a message to the team.' },
          { name: 'send', description: 'Sends a message to everybody.' },
        ]),
      ],
      good: [
        exampleServer([
          { name: 'send', description: 'Sends a message to the team.' },
          { name: 'send_all', description: 'Sends a message to everybody.' },
        ]),
      ],
    },
  },
  *find({ tool, tools, packageOf }: Examined): Iterable<Hit> {
    const twin =
      tool.name.includes('…') || tool.kind === 'resource'
        ? undefined
        : tool.alsoDeclared?.find(
            (other) => other.isRepeated === true && isOneEdition(tool.path, other.path, packageOf),
          )
    if (twin?.path === tool.path)
      yield {
        where: 'name',
        excerpt: '',
        at: { path: twin.path, line: twin.line },
        message:
          `The ${tool.kind} ${tool.name} is declared in line ${Math.min(tool.line, twin.line)} and again in ` +
          `line ${Math.max(tool.line, twin.line)} with a different definition.`,
      }
    else if (twin)
      yield {
        where: 'name',
        excerpt: '',
        at: { path: twin.path, line: twin.line },
        message:
          `The ${tool.kind} ${tool.name} is declared in ${tool.path}, line ${tool.line}, and again in ` +
          `${twin.path}, line ${twin.line}, with a different definition.`,
      }
    const name = withLatinLetters(tool.name)
    const other =
      name === tool.name ? undefined : tools.find((one) => one !== tool && one.kind === tool.kind && one.name === name)
    if (other)
      yield {
        where: 'name',
        excerpt: '',
        severity: 'high',
        message:
          `Its name looks like that of the ${other.kind} ${other.name}, declared in ${other.path}, line ` +
          `${other.line}, and has letters of another alphabet.`,
      }
  },
}

/** Folders that hold another edition of the same code: built copies, versions, translations. */
const editions = new RegExp(
  String.raw`^(?:dist|build|out|esm|cjs|umd|bundle|compiled|v\d.*|\d{4}-\d{2}.*|legacy|deprecated|i18n|` +
    String.raw`locales?|lang|translations?)$`,
  'i',
)
/** Folders that may be named after a language, such as `de` and `pt-br`, but also `io` and `db`. */
const language = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i
/** Folders whose folders are named after languages. */
const ofLanguages = /^(?:i18n|locales?|lang|translations?|docs)$/i

/** Whether two files are part of one server: of one package, and neither is another edition of the other. */
function isOneEdition(one: string, other: string, packageOf: (path: string) => string): boolean {
  if (one === other) return true
  if (packageOf(one) !== packageOf(other) || isDevelopmentFile(one) || isDevelopmentFile(other)) return false
  const [parts, others] = [one.split('/'), other.split('/')]
  const common = parts.findIndex((part, index) => part !== others[index])
  return (
    ![parts, others].some((path) => path.slice(common, -1).some((folder) => editions.test(folder))) &&
    !isTranslated(parts, others, common)
  )
}

/**
 * Whether two paths differ first by a folder for a language: below one for languages, or in nothing but that folder.
 */
function isTranslated(one: readonly string[], other: readonly string[], common: number): boolean {
  const [left, right] = [one, other].map((path) =>
    common < path.length - 1 && language.test(path[common] ?? '') ? path.toSpliced(common, 1) : path,
  )
  if (left === one && right === other) return false
  return ofLanguages.test(one[common - 1] ?? '') || left?.join('/') === right?.join('/')
}
