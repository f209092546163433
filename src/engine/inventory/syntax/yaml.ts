import { parseSyml } from '@yarnpkg/parsers'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import type { WorkBudget } from '../work-budget.ts'
import { isTable, type Table, withoutByteOrderMark } from './document.ts'
import { parsingSteps } from './parsing-cost.ts'

/** Characters that an alias may stand for in a key, and that are joined in the time of one step. */
const joinedCharactersOfStep = 8

/**
 * An alias where it may be a key or a part of one: `*name` after white space or `[`, `{`, `,`. Text in block scalars
 * may look the same. A `*` in a word or at the start of a quoted text is none (`"workspace:*"`), nor is one before a
 * quotation mark (`">=1 || *"`) unless the text has anchors with such names.
 */
const alias = /(?:^|[\s[{,])\*[^\s*[\]{},"']/g
const oddAlias = /(?:^|[\s[{,])\*[^\s[\]{},]/g
const oddAnchor = /&["'*]/

/**
 * What a key may be that an alias is in: `*name :`, `[*name]:`, `? *name`, or an entry of `{…}`, which is a key also
 * without a colon.
 */
const keyOfAliases = /(?:^|[\s[{,])\*[^\s,[\]{}]+\s+:|\]\s*:|(?:^|[\s[{,])\?\s|[{,]\s*[*#[&!]/

/** Aliases that every document may have: scripts in workflows have some texts that look like one. */
const freeAliases = 100

/**
 * The steps of reading YAML. In a key, an alias stands for its whole text or list, which the parser joins each time:
 * with such keys, time grows with the square of the length.
 */
function yamlSteps(text: string): number {
  if (!keyOfAliases.test(text)) return parsingSteps(text)
  const aliases = text.match(oddAnchor.test(text) ? oddAlias : alias)?.length ?? 0
  return parsingSteps(text) + (Math.max(aliases - freeAliases, 0) * text.length) / joinedCharactersOfStep
}

/**
 * Reads a YAML document whose root is a mapping; every scalar is text (`1.10` stays `1.10`), and tags mean nothing. An
 * alias is the same object as its anchor: code that walks must not visit it again for each alias. Yarn's loader is used
 * because it is fast, also on hostile texts: 32 ms for each MiB of a lockfile, 112 ms of anchors (measured). Linear but
 * for aliases in keys, which only the budget bounds: without one, 1 MiB of them takes many minutes.
 *
 * @throws UnreadableManifest
 */
export function parseYaml(text: string, work?: WorkBudget): Table {
  const root = loadYaml(text, work, () => 'is not valid YAML')
  if (!isTable(root)) throw new UnreadableManifest('is not a YAML mapping')
  return root
}

/** As `parseYaml`, but the root may be anything, and `problem` says what is wrong by the error of the loader. */
export function loadYaml(text: string, work: WorkBudget | undefined, problem: (error: unknown) => string): unknown {
  work?.spend(yamlSteps(text))
  try {
    // Without the line break, a comment of yarn 1 would choose its older and slower grammar.
    return parseSyml(`\n${withoutByteOrderMark(text)}`)
  } catch (error) {
    throw new UnreadableManifest(problem(error))
  }
}
