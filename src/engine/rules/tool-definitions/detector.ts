import { setImmediate as turn } from 'node:timers/promises'
import { mayBeSource } from '../../analysis/source-dialect.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import { toolDefinitionLimits } from './tool-definition-limits.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { Detector } from '../detector.ts'
import { maskedStart } from '../leaked-secrets/masked-part.ts'
import { manifestTools } from './manifest-tools.ts'
import { packageFolders } from './package-folders.ts'
import { toolRules } from './rules/catalogue.ts'
import { placeOfText } from './text-place.ts'
import { definitionTexts } from './texts/definition-texts.ts'
import { sentencesOf } from './texts/sentences.ts'
import type { Examined, Hit, ToolRule } from './tool-rule.ts'

/** Reports definitions of tools, prompts, resources and servers that mislead models or people. */
export const toolDefinitions: Detector = {
  id: 'tool-definitions',
  readsAnyText: true,
  rules: toolRules.map(({ document }) => document),
  reads: (path) => mayBeSource(path) || path.endsWith('.json'),
  missing: ({ flows, snapshot }) =>
    flows.partial !== undefined
      ? `definitions may be missing: ${flows.partial}`
      : manifestTools(snapshot).isCut
        ? 'there are more definitions in JSON files than are read'
        : undefined,
  async *detect({ flows, snapshot, signal }) {
    const tools = [...flows.tools, ...manifestTools(snapshot).tools]
    const ownNames = new Set(
      tools
        .flatMap(({ name, parameters }) => [name, ...parameters.map((parameter) => parameter.name)])
        .map((name) => name.toLowerCase()),
    )
    const packageOf = packageFolders(snapshot)
    const reported = new Set<string>()
    let characters = 0
    for (const tool of tools.flatMap(everyDefinition)) {
      const texts = definitionTexts(tool).map((text) => ({ ...text, sentences: sentencesOf(text.text) }))
      for (const finding of findingsOf({ tool, texts, ownNames, tools, packageOf }, snapshot)) {
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

/** A tool once for each of its definitions: rules judge every one, whichever comes first. */
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

/** Rules that are only told alone come last. */
const rulesInTurn = toolRules.toSorted((a, b) => Number(a.onlyAlone ?? false) - Number(b.onlyAlone ?? false))

/** One finding for each rule and text. */
function* findingsOf(examined: Examined, snapshot: Snapshot): Iterable<DetectedFinding> {
  const found = new Set<string>()
  for (const rule of rulesInTurn) {
    for (const hit of rule.find(examined)) {
      if (rule.onlyAlone && found.has(hit.where)) continue
      found.add(hit.where)
      yield findingOf(rule, examined.tool, hit, snapshot)
    }
  }
}

const kindNames: Readonly<Record<ScannedTool['kind'], string>> = {
  tool: 'tool',
  prompt: 'prompt',
  resource: 'resource',
  instructions: 'instructions of the server',
}

function findingOf({ document }: ToolRule, tool: ScannedTool, hit: Hit, snapshot: Snapshot): DetectedFinding {
  const { id, title, severity, precision, category, cwe, owaspMcp, remediation } = document
  const name = plain(tool.name, 100)
  const place = placeOfText(snapshot, hit.at ?? tool, hit.at === undefined ? hit.excerpt : '')
  return {
    ruleId: id,
    title: `${title}: ${tool.kind === 'instructions' ? kindNames.instructions : `${kindNames[tool.kind]} ${name}`}`,
    message:
      `${hit.where[0]?.toUpperCase() ?? ''}${plain(hit.where.slice(1), 150)} of the ${kindNames[tool.kind]} ` +
      `${name}. ` +
      `${plain(hit.message, 1_500)}${hit.excerpt === '' ? '' : ` It reads: "${plain(hit.excerpt, 500)}"`}`,
    severity: hit.severity ?? severity,
    precision,
    category,
    cwe,
    owaspMcp,
    location: {
      path: place.path,
      startLine: place.line,
      ...(place.snippet !== '' && { snippet: plain(place.snippet, 300) }),
    },
    fingerprint: fingerprint([id, tool.kind, tool.name, hit.where, hit.excerpt]),
    remediation,
  }
}

/**
 * A text of the scanned project as it may be shown: in one line, nothing invisible in it, secrets masked before it is
 * cut.
 */
function plain(text: string, longest: number): string {
  const line = maskedStart(text, longest * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest).toWellFormed()}…`
}
