import { z } from 'zod'
import { definitionName, quotedName, textSubject, titleSubject } from '../definition-words.ts'
import { withLatinLetters } from '../hidden/lookalikes.ts'
import { isDevelopmentFile } from '../../../inventory/project/development-folders.ts'
import { exampleServer } from '../example-server.ts'
import { defineToolRule } from '../tool-rule.ts'

const DeclarationPlace = z.object({ path: z.string(), line: z.int() })
type DeclarationPlace = z.infer<typeof DeclarationPlace>

export const declaredTwice = defineToolRule({
  document: {
    id: 'tool-declared-twice',
    title: 'Tool name collision: two tools in a package share a name, so one can shadow the other',
    category: 'tool',
    severity: 'low',
    precision: 'low',
    cwe: ['CWE-694'],
    owaspMcp: ['MCP03:2025'],
    safeMcp: ['SAFE-T1301'],
    what:
      'A package has two different definitions for the same tool or prompt name, or two names that differ only in ' +
      'look-alike letters. Definitions in different packages are not compared. The rule ignores build output, ' +
      'translations, tests, and folders that contain other versions of the code.',
    why: 'The client decides which of the two definitions to use. The user may have approved the other definition.',
    remediation: 'Give each tool and each prompt a unique name.',
    examples: {
      bad: [
        exampleServer([
          { name: 'send', description: 'Sends a message to the team.' },
          { name: 'send', description: 'Sends a message to everyone.' },
        ]),
      ],
      good: [
        exampleServer([
          { name: 'send', description: 'Sends a message to the team.' },
          { name: 'send_all', description: 'Sends a message to everyone.' },
        ]),
      ],
    },
  },
  arguments: z.object({
    first: DeclarationPlace,
    second: DeclarationPlace,
    /** Name of the other definition, if the two names only look the same. */
    lookAlike: z.string().optional(),
  }),
  describe: ({ first, second, lookAlike, ...args }) => {
    if (lookAlike !== undefined)
      return {
        title: `Look-alike name in ${titleSubject(args)}`,
        message:
          `${textSubject(args)} contains letters from another alphabet and looks like the name of ${args.kind} ` +
          `${quotedName(lookAlike)} in ${placeWords(second)}. Users and models can confuse the two.`,
      }
    const places =
      first.path === second.path
        ? `${first.path} defines ${definitionName(args)} on line ${first.line} and on line ${second.line}`
        : `${placeWords(first)}, and ${placeWords(second)}, both define ${definitionName(args)}`
    return {
      title: `Name collision in ${titleSubject(args)}`,
      message: `${places}, with different definitions. The client decides which definition to use.`,
    }
  },
  *find({ tool, projectTools, packageOf }) {
    const twin =
      tool.name.includes('…') || tool.kind === 'resource'
        ? undefined
        : tool.alsoDeclared?.find(
            (other) => other.isRepeated === true && isOneEdition(tool.path, other.path, packageOf),
          )
    if (twin) {
      const places = [placeOf(tool), placeOf(twin)] as const
      const isReversed = twin.path === tool.path && twin.line < tool.line
      const [first, second] = isReversed ? [places[1], places[0]] : places
      yield { text: { field: 'name' }, at: placeOf(twin), arguments: { first, second } }
    }
    const name = withLatinLetters(tool.name)
    const lookAlike =
      name === tool.name
        ? undefined
        : projectTools.find((other) => other !== tool && other.kind === tool.kind && other.name === name)
    if (lookAlike)
      yield {
        text: { field: 'name' },
        severity: 'high',
        arguments: { first: placeOf(tool), second: placeOf(lookAlike), lookAlike: lookAlike.name },
      }
  },
})

const placeOf = ({ path, line }: DeclarationPlace): DeclarationPlace => ({ path, line })

const placeWords = ({ path, line }: DeclarationPlace): string => `${path}, line ${line}`

/** Folders that hold another edition of the same code: built copies, versions, or translations. */
const editions = new RegExp(
  String.raw`^(?:dist|build|out|esm|cjs|umd|bundle|compiled|v\d.*|\d{4}-\d{2}.*|legacy|deprecated|i18n|` +
    String.raw`locales?|lang|translations?)$`,
  'i',
)
/** Folder names that may be language codes, such as `de` and `pt-br`, but also `io` and `db`. */
const language = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i
/** Folders that contain one folder per language. */
const ofLanguages = /^(?:i18n|locales?|lang|translations?|docs)$/i

/**
 * Reports whether two files are part of one server: they belong to one package, and neither is another edition of the
 * other.
 */
function isOneEdition(path: string, otherPath: string, packageOf: (path: string) => string): boolean {
  if (path === otherPath) return true
  if (packageOf(path) !== packageOf(otherPath)) return false
  if (isDevelopmentFile(path) || isDevelopmentFile(otherPath)) return false
  const [parts, others] = [path.split('/'), otherPath.split('/')]
  const common = parts.findIndex((part, index) => part !== others[index])
  return (
    ![parts, others].some((folders) => folders.slice(common, -1).some((folder) => editions.test(folder))) &&
    !isTranslated(parts, others, common)
  )
}

/**
 * Reports whether the first difference between two paths is a language folder. That folder must be in a folder for
 * languages, or be the only difference.
 */
function isTranslated(parts: readonly string[], others: readonly string[], common: number): boolean {
  const [left, right] = [parts, others].map((path) =>
    common < path.length - 1 && language.test(path[common] ?? '') ? path.toSpliced(common, 1) : path,
  )
  if (left === parts && right === others) return false
  return ofLanguages.test(parts[common - 1] ?? '') || left?.join('/') === right?.join('/')
}
