import { expect, it } from 'vitest'
import { detectors } from '../../../src/engine/rules/catalogue.ts'

/** Common name of the first CWE class of each code rule. */
const weaknessNames: Readonly<Record<string, string>> = {
  'CWE-15': 'Environment injection',
  'CWE-22': 'Path traversal',
  'CWE-59': 'Symbolic link following',
  'CWE-78': 'Command injection',
  'CWE-79': 'Cross-site scripting (XSS)',
  'CWE-88': 'Argument injection',
  'CWE-89': 'SQL injection',
  'CWE-90': 'LDAP injection',
  'CWE-94': 'Code injection',
  'CWE-184': 'Incomplete command filter',
  'CWE-200': 'Exposure of sensitive information',
  'CWE-306': 'Missing authentication',
  'CWE-116': 'Missing output escaping',
  'CWE-321': 'Hard-coded key',
  'CWE-347': 'Missing signature verification',
  'CWE-350': 'DNS rebinding',
  'CWE-407': 'Inefficient regular expression (ReDoS)',
  'CWE-441': 'URL path injection',
  'CWE-470': 'Unsafe reflection',
  'CWE-489': 'Active debug code',
  'CWE-502': 'Unsafe deserialization',
  'CWE-601': 'Open redirect',
  'CWE-611': 'XML external entity injection (XXE)',
  'CWE-639': 'Authorization bypass',
  'CWE-643': 'XPath injection',
  'CWE-862': 'Missing authorization',
  'CWE-916': 'Weak password hash',
  'CWE-918': 'Server-side request forgery (SSRF)',
  'CWE-939': 'Unsafe URL scheme',
  'CWE-942': 'Permissive CORS policy',
  'CWE-943': 'NoSQL injection',
  'CWE-1333': 'Regular expression injection (ReDoS)',
  'CWE-1336': 'Template injection',
}

/** Rules whose title contains the name of their second CWE class. */
const otherNames: Readonly<Record<string, string>> = { 'process-transport-injection': 'Process control' }

const rules = detectors.flatMap((detector) => detector.rules)

it('the title of every rule is a weakness and what happens', () => {
  for (const { id, title } of rules) expect(title, id).toMatch(/^[A-Z][^:]{3,60}: \S.{10,}[^.]$/)
})

it.each(rules.filter(({ category }) => category === 'code'))('the title of $id starts with its weakness', (rule) => {
  const name = otherNames[rule.id] ?? weaknessNames[rule.cwe[0] ?? '']
  expect(name).toBeDefined()
  expect(rule.title.split(':')[0]).toBe(name)
})
