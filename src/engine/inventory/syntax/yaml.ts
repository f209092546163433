import { parseSyml } from '@yarnpkg/parsers'
import type { FileReason } from '../reasons/file-reasons.ts'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import type { WorkBudget } from '../work-budget.ts'
import { isTable, type Table, withoutByteOrderMark } from './document.ts'
import { parsingSteps } from './parsing-cost.ts'

/** Number of characters from aliases that are joined into a key per budget step. */
const joinedCharactersOfStep = 8

/**
 * Matches an alias that may be a key or part of one: `*name` after whitespace or `[`, `{`, `,`. Text in block scalars
 * may look the same. A `*` in a word or at the start of a quoted string is not an alias (`"workspace:*"`). Neither is
 * one before a quotation mark (`">=1 || *"`), unless the text has anchors with such names.
 */
const alias = /(?:^|[\s[{,])\*[^\s*[\]{},"']/g
const oddAlias = /(?:^|[\s[{,])\*[^\s[\]{},]/g
const oddAnchor = /&["'*]/

/**
 * Matches keys that can contain an alias: `*name :`, `[*name]:`, `? *name`, or an entry in `{…}`, which is a key even
 * without a colon.
 */
const keyOfAliases = /(?:^|[\s[{,])\*[^\s,[\]{}]+\s+:|\]\s*:|(?:^|[\s[{,])\?\s|[{,]\s*[*#[&!]/

/**
 * Number of aliases allowed in any document. Needed because scripts in workflows contain text that looks like an alias.
 */
const freeAliases = 100

/**
 * Returns the number of steps for parsing YAML. If a key contains an alias, the parser joins the alias's whole text or
 * list each time. Therefore, parsing such keys takes quadratic time.
 */
function yamlSteps(text: string): number {
  if (!keyOfAliases.test(text)) return parsingSteps(text)
  const aliases = text.match(oddAnchor.test(text) ? oddAlias : alias)?.length ?? 0
  return parsingSteps(text) + (Math.max(aliases - freeAliases, 0) * text.length) / joinedCharactersOfStep
}

/**
 * Parses YAML whose root is a mapping. Scalars are strings (`1.10` stays `1.10`), and tags are ignored. An alias is the
 * same object as its anchor, so code that walks the document must not visit it once per alias. Uses Yarn's loader
 * because it is fast, even for hostile input: 32 ms per MiB of a lockfile, 112 ms for anchors (measured). Linear except
 * for aliases in keys, which only the budget limits: without a budget, 1 MiB of them takes many minutes.
 *
 * @throws UnreadableManifest
 */
export function parseYaml(text: string, work?: WorkBudget): Table {
  const root = loadYaml(text, work, () => 'no-yaml')
  if (!isTable(root)) throw new UnreadableManifest('no-yaml-mapping')
  return root
}

/** Like `parseYaml`, but accepts any root. `problem` converts a loader error to a reason. */
export function loadYaml(text: string, work: WorkBudget | undefined, problem: (error: unknown) => FileReason): unknown {
  work?.spend(yamlSteps(text))
  try {
    // Starts with a line break. Without it, a yarn 1 comment at the start would select the loader's older and slower
    // grammar.
    return parseSyml(`\n${withoutByteOrderMark(text)}`)
  } catch (error) {
    throw new UnreadableManifest(problem(error))
  }
}
