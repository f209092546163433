import { setImmediate as turn } from 'node:timers/promises'
import { mayBeSource } from '../../analysis/source-dialect.ts'
import {
  type ArgumentValue,
  type DetectedFinding,
  type FindingArguments,
  isArgumentList,
} from '../../model/finding-record.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import { toolDefinitionLimits } from './tool-definition-limits.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'
import { compareSeverity, type Severity } from '../../model/severity.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { Detector } from '../detector.ts'
import { displayLine } from '../display-text.ts'
import { findingOf } from '../finding-text.ts'
import { findingsOf as matchFindings, type FoundMatch } from '../rule-match.ts'
import { AgentFile } from './agent-files/agent-file.ts'
import { agentFileKind } from './agent-files/agent-file-kind.ts'
import { agentRules } from './agent-files/catalogue.ts'
import { agentFiles } from './agent-files/find-agent-files.ts'
import { effectsByTool, missingEffects } from './effects-by-tool.ts'
import { manifestTools } from './manifest-tools.ts'
import { packageFolders } from './package-folders.ts'
import { fallbackRules, toolRules } from './rules/catalogue.ts'
import { placeOfText } from './text-place.ts'
import { definitionTexts, textKey } from './texts/definition-texts.ts'
import { sentencesOf } from './texts/sentences.ts'
import type { ToolDefinition, ToolRule, ToolRuleMatch } from './tool-rule.ts'

/** Reports definitions of tools, prompts, resources, and servers that mislead models or users. */
export const toolDefinitions: Detector = {
  id: 'tool-definitions',
  readsAnyText: true,
  rules: [...agentRules, ...toolRules, ...fallbackRules].sort((a, b) => (a.id < b.id ? -1 : 1)),
  reads: (path) => mayBeSource(path) || path.endsWith('.json') || agentFileKind(path) !== undefined,
  missing: ({ flows, snapshot }) =>
    flows.partial !== undefined
      ? `definitions may be missing: ${flows.partial}`
      : manifestTools(snapshot).isCut
        ? 'the JSON files contain too many definitions to be fully analyzed'
        : agentFiles(snapshot).isCut
          ? 'the files for coding agents are too large or too many to be fully analyzed'
          : missingEffects(flows),
  async *detect({ flows, snapshot, signal }) {
    yield* findingsInAgentFiles(snapshot, signal)
    const projectTools = [...flows.tools, ...manifestTools(snapshot).tools]
    const projectNames = new Set(
      projectTools
        .flatMap(({ name, parameters }) => [
          name,
          ...parameters.flatMap((parameter) => [parameter.name, ...(parameter.enum ?? [])]),
        ])
        .map((name) => name.toLowerCase()),
    )
    const packageOf = packageFolders(snapshot)
    const effectsOf = effectsByTool(flows)
    const reported = new Set<string>()
    let characters = 0
    for (const tool of projectTools.flatMap(everyDefinition)) {
      const texts = definitionTexts(tool).map((text) => ({ ...text, sentences: sentencesOf(text.text) }))
      const definition = { tool, texts, projectNames, projectTools, packageOf, effects: effectsOf(tool) }
      for (const finding of findingsOf(definition, snapshot)) {
        if (reported.has(finding.fingerprint)) continue
        reported.add(finding.fingerprint)
        yield finding
      }
      characters += texts.reduce((sum, { text }) => sum + text.length, 0)
      if (characters < toolDefinitionLimits.yieldAfterCharacters) continue
      characters = 0
      await turn()
      signal.throwIfAborted()
    }
  },
}

/** Yields the findings in files that coding agents read. */
async function* findingsInAgentFiles(snapshot: Snapshot, signal: AbortSignal): AsyncIterable<DetectedFinding> {
  const matches: FoundMatch[] = []
  for (const { file, kind } of agentFiles(snapshot).files) {
    const agentFile = new AgentFile(file, kind)
    for (const rule of agentRules) for (const match of rule.find(agentFile)) matches.push({ rule, match })
    await turn()
    signal.throwIfAborted()
  }
  yield* matchFindings(matches)
}

/** Returns a tool once per definition, because rules judge all of its definitions. */
function everyDefinition(tool: ScannedTool): ScannedTool[] {
  const others = tool.alsoDeclared ?? []
  const { title: _title, description: _description, definitionHash: _hash, alsoDeclared: _others, ...rest } = tool
  return [
    tool,
    ...others.map(({ path, line, description, title, parameters = [] }): ScannedTool => ({
      ...rest,
      path,
      line,
      parameters,
      ...(description !== undefined && { description }),
      ...(title !== undefined && { title }),
    })),
  ]
}

/** Yields the findings in one definition. */
function* findingsOf(definition: ToolDefinition, snapshot: Snapshot): Iterable<DetectedFinding> {
  const reported = new ReportedTexts()
  for (const rule of toolRules) {
    for (const match of rule.find(definition)) {
      reported.add(rule, match)
      yield findingOfMatch(rule, match, definition.tool, snapshot)
    }
  }
  for (const rule of fallbackRules) {
    for (const match of rule.find(definition)) {
      if (reported.isEnough(rule, match)) continue
      reported.add(rule, match)
      yield findingOfMatch(rule, match, definition.tool, snapshot)
    }
  }
}

/** Number of excerpts per text that are compared. A text with more findings is reported anyway. */
const maxExcerpts = 8

/** Texts of a definition that were reported, each with the highest severity and the first excerpts. */
class ReportedTexts {
  readonly #texts = new Map<string, { severity: Severity; readonly excerpts: string[] }>()

  add(rule: ToolRule, match: ToolRuleMatch): void {
    const key = textKey(match.text)
    const severity = severityOf(rule, match)
    const known = this.#texts.get(key) ?? { severity, excerpts: [] }
    if (compareSeverity(severity, known.severity) < 0) known.severity = severity
    if (match.excerpt !== undefined && known.excerpts.length < maxExcerpts) known.excerpts.push(match.excerpt)
    this.#texts.set(key, known)
  }

  /** Reports whether nothing worse, or nothing else, would be reported: the text has a finding about the same words. */
  isEnough(rule: ToolRule, match: ToolRuleMatch): boolean {
    const known = this.#texts.get(textKey(match.text))
    if (known === undefined) return false
    if (compareSeverity(known.severity, severityOf(rule, match)) <= 0) return true
    return known.excerpts.some((excerpt) => isSame(excerpt, match.excerpt ?? ''))
  }
}

/** Reports whether one text contains the other and is at most twice as long. */
function isSame(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  return shorter.length * 2 >= longer.length && longer.includes(shorter)
}

const severityOf = (rule: ToolRule, { severity }: ToolRuleMatch): Severity => severity ?? rule.severity

/** Maximum length of a snippet, in UTF-16 code units. */
const maxSnippetLength = 300

function findingOfMatch(
  rule: ToolRule,
  { arguments: args, text, excerpt = '', identity = excerpt, severity, at }: ToolRuleMatch,
  tool: ScannedTool,
  snapshot: Snapshot,
): DetectedFinding {
  const { path, line, snippet } = placeOfText(snapshot, at ?? tool, at === undefined ? excerpt : '')
  return findingOf(rule, {
    arguments: visibleArguments(args),
    fingerprint: fingerprint([rule.id, tool.kind, tool.name, textKey(text), identity]),
    ...(severity && { severity }),
    location: {
      path,
      startLine: line,
      ...(snippet !== '' && { snippet: displayLine(visible(snippet), maxSnippetLength) }),
    },
  })
}

/** Invisible characters that `displayLine` keeps in other texts: private use, variation selectors. */
const invisible = /[\p{Co}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu

const visible = (text: string): string => text.replaceAll(invisible, ' ')

function visibleArguments(args: FindingArguments): FindingArguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, visibleValue(value)]))
}

function visibleValue(value: ArgumentValue): ArgumentValue {
  if (typeof value === 'string') return visible(value)
  if (typeof value !== 'object') return value
  return isArgumentList(value) ? value.map(visibleValue) : visibleArguments(value)
}
