import { defineRule, type FindingFacts, type Rule, type RuleText } from '../rule.ts'
import type { Credential } from './credential.ts'
import { examplesOf } from './examples.ts'
import { type FoundSecret, SecretArguments, type SecretMatch, secretMatch } from './secret-match.ts'
import { groupedDigits } from '../../model/grouped-digits.ts'

/** A rule that reports one type of credential. */
export type SecretRule = Rule<FoundSecret, SecretMatch & { readonly arguments: SecretArguments }>

/** Creates the rule that reports a type of credential. */
export function secretRule(credential: Credential): SecretRule {
  const { id, name, severity, precision, check, grants, revoke } = credential
  const revocation = /^[A-Z]/.test(revoke) ? revoke : `Revoke the secret ${revoke}`
  return defineRule<FoundSecret, SecretArguments, SecretMatch>({
    document: {
      id,
      title: `Leaked ${name}: hard-coded credential in a file`,
      category: 'secret',
      severity,
      precision,
      // Hard-coded credentials, and sensitive information in published source code.
      cwe: ['CWE-798', 'CWE-540'],
      owaspMcp: ['MCP01:2025'],
      safeMcp: ['SAFE-T1502'],
      what:
        `A file contains ${withArticle(name)}. ` +
        `${check ? 'Values with an invalid checksum or structure are not reported. ' : ''}Placeholders, ` +
        'templates, and published example keys are not reported. Findings in tests, examples, templates, and ' +
        'documentation have lower severity and precision.',
      why:
        `An attacker who obtains this secret can ${grants}. Anyone who downloads the package or repository can ` +
        'read the secret, and an agent that opens the file passes the secret to a model.',
      remediation:
        `${revocation}. Remove the secret from the file, and read the new secret from the environment or a secret ` +
        'manager at run time. Removing the line is not enough, because the secret remains in the commit history ' +
        'and in published versions.',
      examples: examplesOf(credential),
    },
    arguments: SecretArguments,
    describe: (args, facts) => secretText(credential, args, facts),
    find: (secret) => [secretMatch(credential, secret)],
  })
}

function secretText(
  { name, grants }: Credential,
  { isVerified, isAside, further }: SecretArguments,
  { location }: FindingFacts,
): RuleText {
  const path = location?.path ?? 'a file'
  const place = location?.startLine === undefined ? path : `Line ${location.startLine} of ${path}`
  const aside = isAside
    ? ' Severity and precision are lower because the file is a test, an example, a template, or documentation.'
    : ''
  if (further) {
    const more = `${further.isMinimum ? 'at least ' : ''}${groupedDigits(further.count)} more`
    return {
      title: `${titleName(name)} in ${path}: ${more}`,
      message:
        `${place} contains the first of ${more} values that look like ${withArticle(name)}. They are not ` +
        `reported individually. An attacker who obtains one of them can ${grants}.${aside}`,
    }
  }
  return {
    title: `${titleName(name)} in ${path}`,
    message:
      `${place} contains ` +
      `${isVerified ? '' : 'what looks like '}${withArticle(name)}` +
      `${isVerified ? ' with a valid checksum or structure' : ''}. An attacker who obtains it can ${grants}.${aside}`,
  }
}

/** Brands that stay lowercase at the start of a title. */
const lowerCaseBrand = /^(?:age|crates\.io|ngrok|npm|xAI)\b/

const titleName = (name: string): string =>
  lowerCaseBrand.test(name) ? name : `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`

/** Names that start with a vowel sound: `an npm access token`, `an RSA private key`, `an X bearer token`. */
const vowelSound = /^(?:[aeio]|up|http|ngrok|npm|NVIDIA|RSA|X\b|xAI)/i

/** Returns a credential's name with its indefinite article. */
export const withArticle = (name: string): string => `${vowelSound.test(name) ? 'an' : 'a'} ${name}`
