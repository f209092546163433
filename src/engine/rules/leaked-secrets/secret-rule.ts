import type { RuleDocument } from '../../model/rule.ts'
import type { Credential } from './credential.ts'
import { examplesOf } from './examples.ts'

/** The document of the rule that finds a kind of credential. */
export function secretRule(credential: Credential): RuleDocument {
  const { id, name, severity, precision, grants, revoke } = credential
  return {
    id,
    title: `${name} in a file`,
    category: 'secret',
    severity,
    precision,
    // Hard-coded credentials, and in what is handed out also sensitive information in source code.
    cwe: ['CWE-798', 'CWE-540'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: ['SAFE-T1502'],
    what:
      'A file of the project holds what has the form of a ' +
      `${name}${credential.check ? ', and its checksum or structure does not speak against it' : ''}. ` +
      'Placeholders, templates and keys of documentation are set aside; in tests, examples and documentation ' +
      'severity and precision are a step lower.',
    why:
      `Whoever has it can ${grants}. A file of a package or repository is read by everybody who gets it, and ` +
      'by every model that an agent shows it to.',
    remediation:
      `Revoke it ${revoke}. Then take it out of the file, and read it from the environment or a store of ` +
      'secrets when the program runs. Deleting the line alone does not help: it stays in the history and in ' +
      'versions that were published.',
    examples: examplesOf(credential),
  }
}
