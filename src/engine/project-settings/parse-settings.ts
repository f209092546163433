import type { z } from 'zod'
import { licenseEntry } from '../model/license-policy.ts'
import { projectSettingsLimits } from './project-settings-limits.ts'
import type { SettingsMistake, SuppressionNotice } from '../model/suppression-report.ts'
import { nearestName } from '../model/nearest-name.ts'
import type { RuleSetting, SettingsFile } from './settings-file.ts'
import { failOnForms, ProjectSettings, RuleState, SuppressionEntry, useOneOf } from './settings-shape.ts'
import { readYamlTree, type YamlPath, type YamlTree, type YamlValue } from './yaml-tree.ts'

/**
 * Parses an `assay.yml`. A mistake never suppresses more than intended: a file that is not valid YAML has no effect,
 * and otherwise, any setting, rule, or suppression with a mistake is ignored while the others apply.
 *
 * @param rules IDs of all rules; any other ID in the settings is a mistake
 */
export function parseSettings(
  text: string,
  { path, rules }: { readonly path: string; readonly rules: readonly string[] },
): SettingsFile {
  const read = readYamlTree(text)
  if ('problems' in read)
    return { path, rules: [], suppressions: [], mistakes: read.problems.map((problem) => ({ path, ...problem })) }
  return new SettingsReader(read.tree, path, rules).read()
}

const shape = ProjectSettings.shape

class SettingsReader {
  readonly #tree: YamlTree
  readonly #path: string
  readonly #rules: ReadonlySet<string>
  readonly #mistakes: SettingsMistake[] = []

  constructor(tree: YamlTree, path: string, rules: readonly string[]) {
    this.#tree = tree
    this.#path = path
    this.#rules = new Set(rules)
  }

  read(): SettingsFile {
    const root = this.#tree.value || {}
    if (!isMapping(root)) {
      this.#mistake([], 'the file should be a mapping of settings, for example "failOn: high"')
      return this.#file({})
    }
    for (const key of Object.keys(root))
      if (!Object.hasOwn(shape, key))
        this.#mistake([key], `unknown setting ${quoted(key)}; ${instead(key, Object.keys(shape))}`)
    const paths = this.#part('paths', shape.paths, root)
    const licenses = this.#part('licenses', shape.licenses, root)
    return this.#file({
      branches: this.#part('branches', shape.branches, root),
      paths: paths && { ...paths, by: this.#by(['paths']) },
      ...this.#failOn(root.failOn),
      reportOn: this.#part('reportOn', shape.reportOn, root),
      resolve: this.#part('resolve', shape.resolve, root),
      licenses: licenses && {
        ...licenses,
        allow: licenses.allow?.map(licenseEntry),
        deny: licenses.deny?.map(licenseEntry),
        by: this.#by(['licenses']),
      },
      codeScanning: this.#part('codeScanning', shape.codeScanning, root),
      reviews: this.#part('reviews', shape.reviews, root),
      comment: this.#part('comment', shape.comment, root),
      accept: this.#part('accept', shape.accept, root),
      rules: this.#ruleSettings(root.rules),
      suppressions: this.#suppressions(root.suppressions),
    })
  }

  #file(parts: { [Key in keyof SettingsFile]?: SettingsFile[Key] | undefined }): SettingsFile {
    const { rules = [], suppressions = [], ...others } = parts
    const given = Object.entries(others).filter(([, value]) => value !== undefined)
    return {
      path: this.#path,
      ...(Object.fromEntries(given) as Partial<SettingsFile>),
      rules,
      suppressions,
      mistakes: firstMistakes(this.#mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column)),
    }
  }

  #part<Output>(key: string, type: z.ZodType<Output>, root: Mapping): Output | undefined {
    return Object.hasOwn(root, key) ? this.#parsed(type, root[key], [key]) : undefined
  }

  #failOn(value: YamlValue | undefined): Pick<SettingsFile, 'failOn' | 'failOnCapabilities' | 'onlyReachable'> {
    if (value === undefined) return {}
    if (!isMapping(value)) {
      const failOn = this.#parsed(failOnForms.word, value, ['failOn'])
      return failOn === undefined ? {} : { failOn }
    }
    const { severity, capabilities, onlyReachable } = this.#parsed(failOnForms.parts, value, ['failOn']) ?? {}
    return {
      ...(severity && { failOn: severity }),
      ...(capabilities && { failOnCapabilities: capabilities }),
      ...(onlyReachable !== undefined && { onlyReachable }),
    }
  }

  #ruleSettings(value: YamlValue | undefined): RuleSetting[] {
    if (value === undefined) return []
    if (!isMapping(value)) {
      this.#mistake(['rules'], 'rules: should be a mapping of rule IDs to block, warn, or off')
      return []
    }
    return Object.entries(value).flatMap(([rule, written]) => {
      const place = ['rules', rule]
      const state = this.#parsed(RuleState, written, place)
      return this.#isRule(rule, place) && state !== undefined ? [{ rule, state, by: this.#by(place) }] : []
    })
  }

  #suppressions(value: YamlValue | undefined): SuppressionNotice[] {
    if (value === undefined) return []
    if (!isList(value)) {
      this.#mistake(['suppressions'], 'suppressions: should be a list in which each entry starts with a dash')
      return []
    }
    const most = projectSettingsLimits.maxSuppressions
    if (value.length > most)
      this.#mistake(
        ['suppressions', most],
        `suppressions: should have at most ${most} entries; this entry and all later entries are ignored`,
      )
    return value.slice(0, most).flatMap((written, index) => this.#suppression(written, ['suppressions', index]))
  }

  #suppression(written: YamlValue, place: YamlPath): SuppressionNotice[] {
    const entry = this.#parsed(SuppressionEntry, written, place)
    if (entry === undefined || (entry.rule !== undefined && !this.#isRule(entry.rule, [...place, 'rule']))) return []
    const { rule, fingerprint, path, reason, expires } = entry
    return [
      {
        by: this.#by(place),
        ...(rule !== undefined && { rule }),
        ...(fingerprint !== undefined && { fingerprint }),
        ...(path !== undefined && { path }),
        reason,
        ...(expires !== undefined && { expires: `${expires}T23:59:59.999Z` }),
      },
    ]
  }

  #isRule(rule: string, place: YamlPath): boolean {
    if (this.#rules.has(rule)) return true
    const nearest = nearestName(rule, [...this.#rules])
    this.#mistake(
      place,
      `unknown rule ${quoted(rule)}; ` +
        (nearest === undefined ? 'the scan report lists the rule ID for each finding' : `use "${nearest}"`),
    )
    return false
  }

  #parsed<Output>(type: z.ZodType<Output>, value: YamlValue | undefined, place: YamlPath): Output | undefined {
    const result = type.safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      const at = [...place, ...issue.path.filter((step) => typeof step !== 'symbol')]
      if (issue.code === 'unrecognized_keys') {
        const known = issue.message.slice(useOneOf.length).split(', ')
        for (const key of issue.keys)
          this.#mistake([...at, key], `unknown setting ${quoted(key)} in ${named(at)}; ${instead(key, known)}`)
      } else this.#mistake(at, `${named(at)}: ${issue.message}`)
    }
    return undefined
  }

  #by(place: YamlPath): string {
    return `${this.#path}:${this.#tree.positionOf(place).line}`
  }

  #mistake(place: YamlPath, message: string): void {
    this.#mistakes.push({ path: this.#path, ...this.#tree.positionOf(place), message })
  }
}

type Mapping = { readonly [key: string]: YamlValue }

const isList = (value: YamlValue): value is readonly YamlValue[] => Array.isArray(value)
const isMapping = (value: YamlValue): value is Mapping => typeof value === 'object' && !isList(value)

function firstMistakes(mistakes: readonly SettingsMistake[]): SettingsMistake[] {
  const most = projectSettingsLimits.maxMistakes
  const next = mistakes[most]
  return next === undefined
    ? [...mistakes]
    : [...mistakes.slice(0, most), { ...next, message: `${mistakes.length - most} more mistakes are not listed` }]
}

/** Formats a path such as `suppressions[2].reason`, counting entries from 1. */
function named(place: YamlPath): string {
  return place
    .map((step, index) => (typeof step === 'number' ? `[${step + 1}]` : `${index > 0 ? '.' : ''}${shortened(step)}`))
    .join('')
}

/** Suggests the key that was probably meant, or lists all keys. */
function instead(key: string, keys: readonly string[]): string {
  const nearest = nearestName(key, keys)
  return nearest === undefined ? `${useOneOf}${keys.join(', ')}` : `use "${nearest}"`
}

/** Truncates a key, because keys can have any length. */
const shortened = (key: string) => (key.length > 80 ? `${key.slice(0, 80)}…` : key)
const quoted = (key: string) => JSON.stringify(shortened(key))
