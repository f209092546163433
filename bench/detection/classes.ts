import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import type { RuleDocument } from '../../src/engine/model/rule.ts'

/** Findings that count for a class: findings of the rules or their families, or with one of the weaknesses. */
interface JudgedClass {
  /** Rule IDs. `a-b` belongs to the family of `a`. */
  readonly rules: readonly string[]
  readonly cwes: readonly string[]
}

/**
 * All classes of cases and pairs. A class includes a neighboring rule only if advisories use both names
 * interchangeably.
 */
const judgedClasses: Readonly<Record<string, JudgedClass>> = {
  'argument-injection': { rules: ['argument-injection'], cwes: ['CWE-88'] },
  'authz-bypass': {
    rules: ['authorization-bypass', 'tool-filter-bypass'],
    cwes: ['CWE-285', 'CWE-639', 'CWE-862', 'CWE-863'],
  },
  'code-injection': { rules: ['code-injection'], cwes: ['CWE-94', 'CWE-95', 'CWE-96'] },
  'command-injection': { rules: ['command-injection'], cwes: ['CWE-77', 'CWE-78'] },
  'command-filter-bypass': { rules: ['command-filter-bypass'], cwes: ['CWE-184'] },
  'cors-misconfiguration': { rules: ['wildcard-cors'], cwes: ['CWE-942'] },
  // A browser on a foreign site can exploit both, and advisories call both DNS rebinding.
  'dns-rebinding': { rules: ['dns-rebinding', 'wildcard-cors'], cwes: ['CWE-346', 'CWE-350', 'CWE-942', 'CWE-1385'] },
  'env-injection': { rules: ['environment-injection'], cwes: ['CWE-15', 'CWE-454'] },
  'hardcoded-secret': { rules: ['hardcoded-secret'], cwes: ['CWE-259', 'CWE-321', 'CWE-798'] },
  'ldap-injection': { rules: ['ldap-injection'], cwes: ['CWE-90'] },
  'missing-auth': { rules: ['missing-authentication'], cwes: ['CWE-306', 'CWE-1327'] },
  'nosql-injection': { rules: ['nosql-injection'], cwes: ['CWE-943'] },
  'open-redirect': { rules: ['open-redirect'], cwes: ['CWE-601'] },
  // Advisories classify symbolic links out of a folder as path traversal.
  'path-traversal': {
    rules: ['path-traversal', 'symlink-following'],
    cwes: ['CWE-22', 'CWE-23', 'CWE-36', 'CWE-59', 'CWE-73'],
  },
  'process-transport-injection': { rules: ['process-transport-injection'], cwes: [] },
  'query-injection': {
    rules: ['query-injection', 'sql-injection', 'nosql-injection', 'ldap-injection', 'xpath-injection'],
    cwes: ['CWE-89', 'CWE-943'],
  },
  'regex-injection': { rules: ['regex-injection'], cwes: ['CWE-730', 'CWE-1333'] },
  'secret-exposure': { rules: ['secret-exposure'], cwes: ['CWE-497', 'CWE-526'] },
  'sql-injection': { rules: ['sql-injection'], cwes: ['CWE-89'] },
  ssrf: { rules: ['server-side-request-forgery'], cwes: ['CWE-918'] },
  'symlink-following': { rules: ['symlink-following'], cwes: ['CWE-59', 'CWE-61'] },
  'template-injection': { rules: ['template-injection'], cwes: ['CWE-1336'] },
  'unsafe-deserialization': { rules: ['unsafe-deserialization'], cwes: ['CWE-502'] },
  'unsafe-reflection': { rules: ['unsafe-reflection'], cwes: ['CWE-470'] },
  'unsafe-url-scheme': { rules: ['unsafe-url-scheme'], cwes: ['CWE-939'] },
  'url-path-injection': { rules: ['url-path-injection', 'server-side-request-forgery'], cwes: ['CWE-918'] },
  'weak-password-hash': { rules: ['weak-password-hash'], cwes: ['CWE-327', 'CWE-328', 'CWE-916'] },
  'xml-external-entity': { rules: ['xml-external-entity'], cwes: ['CWE-611'] },
  'xpath-injection': { rules: ['xpath-injection'], cwes: ['CWE-643'] },
  xss: { rules: ['cross-site-scripting'], cwes: ['CWE-79', 'CWE-80'] },
}

/** Whether the table contains the class. Otherwise, the rule with the same name and the record's CWE are used. */
export function isKnownClass(name: string): boolean {
  return Object.hasOwn(judgedClasses, name)
}

/** The rules for a class. */
export function rulesOfClass(name: string): readonly string[] {
  return judgedClasses[name]?.rules ?? [name]
}

/** Whether a rule for the class exists. If not, the absence of findings proves nothing. */
export function isAnswered(name: string, rules: readonly Pick<RuleDocument, 'id' | 'cwe'>[]): boolean {
  return rules.some(
    ({ id, cwe }) => isOfFamily(id, rulesOfClass(name)) || cwe.some((one) => judgedClasses[name]?.cwes.includes(one)),
  )
}

/** Whether a rule is one of these or belongs to their families. */
export function isOfFamily(ruleId: string, families: readonly string[]): boolean {
  return families.some((family) => ruleId === family || ruleId.startsWith(`${family}-`))
}

/**
 * Whether a finding belongs to the class of a case. The CWE IDs in the advisory of the case count in addition to those
 * of the class. Dependency findings and findings with the severity `info` never count.
 */
export function isOfClass(
  { ruleId, cwe, severity, advisory }: Pick<DetectedFinding, 'ruleId' | 'cwe' | 'severity' | 'advisory'>,
  { class: name, cwe: ownCwe }: { readonly class: string; readonly cwe: string | null },
): boolean {
  if (advisory !== undefined || severity === 'info') return false
  const cwes = new Set([...(judgedClasses[name]?.cwes ?? []), ...(ownCwe === null ? [] : [ownCwe])])
  return isOfFamily(ruleId, rulesOfClass(name)) || cwe.some((id) => cwes.has(id))
}
