import { maxIntroductions } from '../model/component.ts'
import { type Finding, isOpen, type Suppression } from '../model/finding.ts'
import type { SuppressionNotice, SuppressionReport } from '../model/suppression-report.ts'
import { projectSettingsLimits } from './project-settings-limits.ts'
import { compileGlob, type Effort, type Glob } from './glob.ts'
import { type InlineSuppression, type InlineSuppressions, speaksOf } from './inline-suppression.ts'
import type { PathSettings } from './settings-file.ts'
import type { TrustedSettings } from './trusted-settings.ts'

/** Findings as seen by users who trust the project, with its suppressions applied. */
export interface SetAside {
  readonly findings: readonly Finding[]
  readonly suppressions: SuppressionReport
}

/**
 * Applies the project's suppressions. Matching open findings become `suppressed` and receive the suppression's reason
 * and line. All others stay unchanged. Expired suppressions have no effect.
 */
export function setAside(
  findings: readonly Finding[],
  {
    trusted,
    inline,
    now,
  }: { readonly trusted: TrustedSettings; readonly inline: InlineSuppressions; readonly now: Date },
): SetAside {
  const pass = new SettingAside(trusted, inline, now)
  let applied = 0
  const judged = findings.map((finding) => {
    const suppression = isOpen(finding) ? pass.suppressionOf(finding) : undefined
    if (suppression === undefined) return finding
    applied += 1
    return { ...finding, state: 'suppressed' as const, suppression }
  })
  return { findings: judged, suppressions: { applied, ...pass.report() } }
}

class SettingAside {
  readonly #trusted: TrustedSettings
  readonly #inline: InlineSuppressions
  readonly #inlineByPath: ReadonlyMap<string, readonly InlineSuppression[]>
  readonly #now: string
  readonly #used = new Set<SuppressionNotice | InlineSuppression>()
  /** Results by pattern and path. With this cache, a thousand findings in one lockfile require only one comparison. */
  readonly #compared = new Map<string, { readonly glob: Glob; readonly known: Map<string, boolean> }>()
  readonly #effort: Effort = { spent: 0 }

  constructor(trusted: TrustedSettings, inline: InlineSuppressions, now: Date) {
    this.#trusted = trusted
    this.#inline = inline
    this.#inlineByPath = Map.groupBy(inline.suppressions, ({ path }) => path)
    this.#now = now.toISOString()
  }

  /** Returns the first matching suppression, which provides the reason. All matching suppressions count as used. */
  suppressionOf(finding: Finding): Suppression | undefined {
    const { file, suppressions } = this.#trusted
    const written = suppressions.filter((suppression) => this.#isAbout(suppression, finding))
    const comments = (this.#inlineByPath.get(finding.location?.path ?? '') ?? []).filter((comment) =>
      speaksOf(comment, finding),
    )
    for (const one of [...written, ...comments]) this.#used.add(one)
    const off = file.rules.find(({ rule, state }) => rule === finding.ruleId && state === 'off')
    if (off) return { reason: `rule is set to off in ${file.path}`, by: off.by }
    if (file.paths && this.#isLeftOut(file.paths, finding))
      return { reason: `path is excluded by ${file.path}`, by: file.paths.by }
    const first = written.find(({ expires }) => !this.#isOver(expires))
    if (first)
      return { reason: first.reason, ...(first.expires !== undefined && { expires: first.expires }), by: first.by }
    const comment = this.#trusted.inlineRefusal === undefined ? comments[0] : undefined
    return comment && { reason: comment.reason, by: byOf(comment) }
  }

  report(): Omit<SuppressionReport, 'applied'> {
    const { suppressions, added, refused, inlineRefusal } = this.#trusted
    const expired = suppressions.filter(({ expires }) => this.#isOver(expires))
    const commentsThat = (isUsed: boolean) =>
      this.#inline.suppressions.filter((comment) => this.#used.has(comment) === isUsed).map(noticeOf)
    return {
      expired,
      unused: [
        ...suppressions.filter((suppression) => !this.#used.has(suppression) && !expired.includes(suppression)),
        ...commentsThat(false),
      ],
      invalid: [
        ...this.#inline.mistakes,
        ...(this.#isWorn
          ? [
              {
                path: this.#trusted.file.path ?? '',
                line: 1,
                column: 1,
                message:
                  'matching the patterns against all paths takes too long, so some patterns were ignored; ' +
                  'use fewer patterns, with fewer wildcards and braces',
              },
            ]
          : []),
      ],
      added: [...added],
      refused: [
        ...refused,
        ...(inlineRefusal === undefined ? [] : commentsThat(true).map((notice) => ({ ...notice, why: inlineRefusal }))),
      ],
    }
  }

  #isAbout({ rule, fingerprint, path }: SuppressionNotice, finding: Finding): boolean {
    if (rule !== undefined && rule !== finding.ruleId) return false
    if (fingerprint !== undefined && fingerprint !== finding.fingerprint) return false
    return path === undefined || this.#liesIn(path, finding)
  }

  #isLeftOut({ include, exclude = [] }: PathSettings, finding: Finding): boolean {
    const files = filesOf(finding)
    if (files === undefined) return false
    const counts = (file: string) =>
      (include === undefined || include.some((glob) => this.#matches(glob, file))) &&
      !exclude.some((glob) => this.#matches(glob, file))
    return !files.some(counts) && !this.#isWorn
  }

  #liesIn(glob: string, finding: Finding): boolean {
    return filesOf(finding)?.every((file) => this.#matches(glob, file)) ?? false
  }

  #matches(pattern: string, path: string): boolean {
    const { glob, known } = this.#comparedWith(pattern)
    const answer = known.get(path) ?? (!this.#isWorn && glob(path, this.#effort))
    known.set(path, answer)
    return answer
  }

  #comparedWith(pattern: string) {
    const compared = this.#compared.get(pattern)
    if (compared) return compared
    const compiled = compileGlob(pattern)
    const first = { glob: 'matches' in compiled ? compiled.matches : () => false, known: new Map<string, boolean>() }
    this.#compared.set(pattern, first)
    return first
  }

  /**
   * True if the cost limit is reached. From that point, patterns suppress nothing more. The limit is needed because the
   * project controls both patterns and paths, so matching could otherwise take unlimited time.
   */
  get #isWorn(): boolean {
    return this.#effort.spent > projectSettingsLimits.maxGlobEffort
  }

  /**
   * Reports whether a suppression has expired. Both times are ISO 8601 in UTC with milliseconds, so they can be
   * compared lexicographically.
   */
  #isOver(expires: string | undefined): boolean {
    return expires !== undefined && expires < this.#now
  }
}

/**
 * Returns all files of a finding, or undefined if some may be unknown. Only the first few dependency paths of a package
 * are stored. If that list is full, another file may include the package too, so no pattern may suppress the finding.
 */
function filesOf({ location, component }: Finding): readonly string[] | undefined {
  if (location) return [location.path]
  const files = component?.introducedBy.map(({ manifest }) => manifest) ?? []
  return files.length === 0 || files.length >= maxIntroductions ? undefined : files
}

const byOf = ({ path, line }: InlineSuppression) => `inline ${path}:${line}`
const noticeOf = (comment: InlineSuppression): SuppressionNotice => ({
  by: byOf(comment),
  rule: comment.rule,
  reason: comment.reason,
})
