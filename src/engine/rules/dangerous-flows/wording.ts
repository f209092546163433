import type { TaintSourceKind } from '../../analysis/taint/sources/taint-source.ts'
import type { Flow, FlowStep } from '../../analysis/flow.ts'
import type { FindingGuard } from '../../model/finding.ts'
import { maskedCutText } from '../leaked-secrets/masked-part.ts'
import type { FlowRule } from './flow-rule.ts'

/** Flaws of guards, and beginnings of other ways, that are told one by one. */
const told = { flaws: 3, others: 3 }

/** Who decides a value that comes in so. */
const deciders: Readonly<Record<TaintSourceKind, string>> = {
  'tool-argument': 'Whoever gets a model to call the tool so, by a page or file that it reads,',
  'resource-uri': 'Whoever asks for the resource, or gets a model to,',
  'prompt-argument': 'Whoever fills in the prompt',
  'http-request': 'Whoever sends such a request',
  'remote-response': 'The server that gives the answer',
  'cli-argument': 'Whoever writes the command line',
}

function deciderOf({ kind }: FlowRule, { entry }: Flow): string {
  return entry === 'http-request' && (kind === 'html' || kind === 'redirect')
    ? 'Whoever gets somebody to follow a link'
    : deciders[entry]
}

/** What a finding says in a line. */
export function titleOf({ name }: FlowRule, { entryLabel }: Flow): string {
  return `${name} by ${plain(entryLabel, 150)}`
}

/**
 * What comes from where, what it does at the sink, who can do what with that, which guards do not hold, and from where
 * else the sink is reached.
 */
export function messageOf(rule: FlowRule, flow: Flow, others: readonly Flow[]): string {
  const [first, last] = [flow.steps[0], flow.steps.at(-1)]
  const sentences = [
    `What comes from the ${plain(flow.entryLabel, 200)}${first ? ` (${placeOf(first)})` : ''} reaches ` +
      `${last ? placeOf(last) : 'a sink'}, where ${plain(flow.effect, 200).replace(/^\./, '')}.`,
    `${deciderOf(rule, flow)} can ${rule.harm(flow)}.`,
    ...(flow.isDeclared && !flow.undecided
      ? ['The tool asks for this value, and Assay found no check that limits it.']
      : []),
    ...(flow.isFreeElsewhere
      ? [
          'Another tool of the server is there to run any statement in the same kind of database: this is a ' +
            'second way to that.',
        ]
      : []),
    ...(flow.ownHost === undefined
      ? []
      : [`The program names ${plain(flow.ownHost, 150, cutAt.host)} itself: only that host can do this.`]),
    ...flow.flaws
      .slice(0, told.flaws)
      .map((flaw) => `The guard in ${placeOf(flaw)}, does not hold: ${plain(flaw.reason, 500)}.`),
    ...(flow.undecided
      ? [
          `The value passes ${guardName(flow.undecided)}, which ${undecidedReason}. Review it before you ` +
            'act on this finding.',
        ]
      : []),
    ...otherWays(flow, others),
  ]
  return sentences.join(' ')
}

/** What is said of a guard that could not be judged. */
const undecidedReason = 'Assay could not fully analyze'

/**
 * The guard that decides what a finding says about guards: the first that does not hold, or the one that could not be
 * judged. Undefined without one.
 */
export function guardOf({ flaws: [flaw], undecided }: Pick<Flow, 'flaws' | 'undecided'>): FindingGuard | undefined {
  if (flaw) return { path: flaw.path, line: flaw.line, outcome: 'flawed', reason: plain(flaw.reason, 500) }
  return (
    undecided && {
      path: undecided.path,
      line: undecided.line,
      outcome: 'undecided',
      reason:
        `${undecided.name === undefined ? 'A check' : `${plain(undecided.name, 150)}()`} that ` + `${undecidedReason}.`,
    }
  )
}

function guardName({ name, path, line }: NonNullable<Flow['undecided']>): string {
  return `${name === undefined ? 'a check' : `${plain(name, 150)}()`} at ${path}:${line}`
}

function otherWays(flow: Flow, others: readonly Flow[]): string[] {
  const labels = [...new Set(others.map(({ entryLabel }) => plain(entryLabel, 150)))].filter(
    (label) => label !== plain(flow.entryLabel, 150),
  )
  if (others.length === 0) return []
  const from =
    labels.length === 0
      ? ''
      : ', also from the ' +
        `${labels.slice(0, told.others).join(', from the ')}${labels.length > told.others ? ' and from elsewhere' : ''}`
  return [`It is reached in ${others.length === 1 ? 'one more way' : `${others.length} more ways`}${from}.`]
}

/** A step of the trace, for people. */
export function stepMessage({ message }: FlowStep): string {
  return plain(message, 500, cutAt.step)
}

function placeOf({ path, line }: { readonly path: string; readonly line: number }): string {
  return `${path}, line ${line}`
}

/** Texts of a flow are cut at so many characters, or where they are longer. */
const cutAt = { label: 500, host: 300, step: 1_000 }

/**
 * A text of the scanned project as it may be shown: in one line, nothing invisible in it, secrets masked, also one
 * through whose middle it was cut.
 */
function plain(text: string, longest: number, cut = cutAt.label): string {
  const line = maskedCutText(text, cut)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest).toWellFormed()}…`
}
