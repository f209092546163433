import type { TaintSourceKind } from '../../analysis/taint/sources/taint-source.ts'
import type { FindingFacts } from '../rule.ts'
import type { FlowArguments } from './flow-arguments.ts'
import { shortName } from './flow-name.ts'
import { guardSentences } from './guard-text.ts'
import { sinkText } from './sink-text.ts'
import { isPlural, sourceText } from './source-text.ts'

/** Returns a finding's title: `Command injection in tool "ping_host"`. */
export function titleOf(weakness: string, args: FlowArguments, facts: FindingFacts): string {
  return `${weakness} in ${placeOf(args, facts)}`
}

function placeOf({ offer, source: { label } }: FlowArguments, { location }: FindingFacts): string {
  if (offer) return `${offer.kind} "${shortName(offer.name)}"`
  return label.of === 'route' && label.owner !== undefined
    ? `route ${shortName(label.owner)}`
    : (location?.path ?? 'the code')
}

/** Returns a finding's message. `attack` is what an attacker can do, phrased to follow "can": `run any command`. */
export function messageOf(args: FlowArguments, attack: string, { location }: FindingFacts): string {
  const { source, sink, flaws, undecided, ownHost } = args
  const hasCheck = flaws.length > 0 || undecided !== undefined
  const sentences = [
    `The ${sourceText(source.label)} ${isPlural(source.label) ? 'reach' : 'reaches'} ${sinkText(sink)} at ` +
      `${location?.path}:${location?.startLine}.${hasCheck ? '' : ' Assay found no check that prevents this.'}`,
    ...presumedSentences(args),
    `${attackerOf(args)} ${undecided || sink.presumedBy !== undefined ? 'could' : 'can'} ${attack}.`,
    ...declarationSentences(args),
    ...(args.suffix === undefined ? [] : [`The file path always ends with "${shortName(args.suffix)}".`]),
    ...storedSentences(args),
    ...(args.isFreeElsewhere
      ? ['Another tool on this server can already run any query on the same kind of database.']
      : []),
    ...(ownHost === undefined
      ? []
      : [`The program always connects to ${shortName(ownHost)}, so only that host could carry out this attack.`]),
    ...guardSentences(args),
    ...otherFlowSentences(args),
  ]
  return sentences.join(' ')
}

/** Attackers who control a source, by kind of source. */
const attackers: Readonly<Record<TaintSourceKind, string>> = {
  'tool-argument': 'An attacker who controls the argument, for example through a web page the model reads,',
  'resource-uri': 'An attacker who controls the URI, for example through a web page the model reads,',
  'prompt-argument': 'An attacker who controls the prompt argument',
  'http-request': 'An attacker who can send requests to the server',
  'remote-response': 'An attacker who controls the remote server',
  'cli-argument': 'An attacker who controls the command line',
  'api-argument': 'An attacker who controls this argument in a program that uses this package',
  'stored-data': 'An attacker who can store data through the server',
}

function attackerOf({ kind, source }: FlowArguments): string {
  return source.kind === 'http-request' && (kind === 'html' || kind === 'redirect')
    ? 'An attacker who persuades a user to open a link'
    : attackers[source.kind].replace('argument', source.label.part === 'arguments' ? 'arguments' : 'argument')
}

function presumedSentences({ sink }: FlowArguments): string[] {
  const { presumedBy, effect } = sink
  if (presumedBy === undefined) return []
  return [
    'Assay has no data-flow model of this package. ' +
      `The name "${shortName(presumedBy)}" suggests that the call ${effect}.`,
  ]
}

function declarationSentences({ kind, isDeclared, undecided, source }: FlowArguments): string[] {
  if (!isDeclared || undecided) return []
  const value = kind === 'path' ? 'path' : kind === 'url' || kind === 'open' ? 'URL' : 'value'
  const owner = source.kind === 'prompt-argument' ? 'prompt' : source.kind === 'http-request' ? 'route' : 'tool'
  return [`The ${owner} explicitly takes this ${value}, so this use may be intended.`]
}

function storedSentences({ stored }: FlowArguments): string[] {
  if (!stored) return []
  const { path, line, otherSinks } = stored
  const others = otherSinks === 1 ? 'one more call' : `${otherSinks} more calls`
  return [
    `The value is stored at ${path}:${line}, and another request or command uses it, so this use may be intended.`,
    ...(otherSinks === 0 ? [] : [`The value also reaches ${others} of the same kind.`]),
  ]
}

function otherFlowSentences({ otherFlows }: FlowArguments): string[] {
  if (!otherFlows) return []
  const { count, sources, hasMoreSources } = otherFlows
  const reach = count === 1 ? 'One more path reaches the same sink' : `${count} more paths reach the same sink`
  if (sources.length === 0) return [`${reach}.`]
  const listed = [...sources.map((source) => `the ${sourceText(source)}`), ...(hasMoreSources ? ['other sources'] : [])]
  return [`${reach}, from ${listOf(listed)}.`]
}

function listOf(items: readonly string[]): string {
  const [first = '', second = '', ...more] = items
  if (items.length < 3) return items.length === 2 ? `${first} and ${second}` : first
  return `${[first, second, ...more.slice(0, -1)].join(', ')}, and ${more.at(-1)}`
}
