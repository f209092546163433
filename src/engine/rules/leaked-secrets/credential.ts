import type { Precision } from '../../model/rule.ts'
import type { Severity } from '../../model/severity.ts'
import { assignment, type NamedIn } from './named-value.ts'
import { shape, type Shape } from './shape.ts'

/** Result of the offline check of a credential: checksum or structure valid, invalid, or not checkable. */
export type Check = 'right' | 'wrong' | 'unknown'

/** A text in the format of a credential, with its context. */
export interface MatchedText {
  readonly secret: string
  /** The other groups of the pattern. */
  readonly groups: Readonly<Record<string, string | undefined>>
  /** Up to 80 bytes before the keyword, as Latin 1. */
  readonly before: string
  readonly path: string
  /** Returns up to `bytes` bytes after the secret, as Latin 1. */
  following(bytes: number): string
  /** Returns up to `bytes` bytes before the secret, as Latin 1. */
  preceding(bytes: number): string
  /** Whether a decoded text contains a credential. */
  containsSecret(decoded: Buffer): boolean
}

/** Files that a credential is limited to. */
export interface FileLimit {
  readonly path: RegExp
  /** The start of the file contains one of these texts. */
  readonly contains?: readonly string[]
}

/**
 * A kind of credential: how to find it, what it allows, and how to revoke it. The search tries the pattern at each of
 * its keywords, so the pattern starts with a keyword. All repetitions are bounded and none are nested, so that a match
 * reads at most `after` bytes.
 */
export interface Credential {
  readonly id: string
  /** Name as in the middle of a sentence, without an article: `Stripe secret key`, `password`. */
  readonly name: string
  /** Lower-case ASCII. */
  readonly keywords: readonly string[]
  /** Whether the keyword may be in the middle of a word, as in a variable name. */
  readonly insideWords: boolean
  /** Sticky. The group `secret` is the part that must stay private. */
  readonly pattern: RegExp
  /** Default: all files. */
  readonly files?: FileLimit
  /** Whether the pattern is also tried at the start of each line. Requires `files`. */
  readonly atLines?: boolean
  /** Path of the file that the examples are in. Default: a YAML file that no rule knows. */
  readonly exampleFile?: string
  /** Bytes from the start of the keyword that the pattern may read. */
  readonly after: number
  /** Number of characters at the start of the secret that all secrets of this kind share. */
  readonly prefixLength: number
  /** Whether a person can choose any character. Then the text that touches the match is also hidden. */
  readonly isChosen?: boolean
  /** Whether the match starts inside of base64. Then the base64 before it is also hidden. */
  readonly startsInside?: boolean
  /** Whether the match announces a secret and is not one itself: the first line of a private key. */
  readonly announces?: boolean
  readonly severity: Severity
  readonly precision: Precision
  /** Whether developers generate such secrets themselves. Those in tests and examples are rarely in use. */
  readonly selfMade?: boolean
  /** Whether it matches any name or URL with a random value. A more specific match at the same place wins. */
  readonly generic: boolean
  /** Checks the checksum or structure. `right` gives very high precision, `wrong` gives no finding. */
  readonly check?: (secret: string, matched: MatchedText) => Check
  /** Whether `accepts` also recognizes placeholders, because a secret of this kind may contain any character. */
  readonly judgesPlaceholders?: boolean
  /** Returns false for a text that only looks like this credential. */
  readonly accepts?: (matched: MatchedText) => boolean
  /** What it allows. Follows "An attacker who obtains it can", without a period. */
  readonly grants: string
  /**
   * How to revoke it. Follows "Revoke the secret", or is an instruction that starts with an upper-case letter. Has no
   * period at the end. Commands are in backquotes, menus are `A > B`.
   */
  readonly revoke: string
  /** Texts with one credential each. */
  readonly examples: (make: ExampleMaker) => readonly string[]
  /** Texts without a credential, besides the examples with placeholders. */
  readonly decoys: readonly string[]
}

/** Generates the secrets of examples, so that no file contains a credential. See `examples.ts`. */
export interface ExampleMaker {
  /** Returns `length` characters of an alphabet. */
  fill(alphabet: string, length: number): string
  /** Applies a valid checksum to a secret. Decoys do not call it. */
  seal(secret: string, seal: (secret: string) => string): string
}

/** The fields that each entry of a family has. */
interface Described
  extends
    Pick<Credential, 'id' | 'name' | 'grants' | 'revoke' | 'severity'>,
    Partial<Pick<Credential, 'precision' | 'check' | 'accepts' | 'decoys' | 'insideWords' | 'files' | 'exampleFile'>> {
  /** Gives an example a valid checksum. */
  readonly seal?: (secret: string) => string
}

/** Defines a credential that its format alone identifies, such as `glpat-{word:20}`. */
export function token({
  shape: notation,
  keywords,
  seal,
  ...described
}: Described & { readonly shape: string; readonly keywords?: readonly string[] }): Credential {
  const form = shape(notation)
  return {
    precision: 'medium',
    decoys: [],
    insideWords: false,
    ...described,
    keywords: keywords ?? [form.prefix.toLowerCase()],
    // A part of a longer word with dashes or of longer base64 does not match. Without this, `glpat-glpat-…` takes
    // quadratic time.
    pattern: new RegExp(
      (form.source.includes('+/') ? String.raw`(?<![\w+/-][+/-])` : String.raw`(?<![\w-]-)`) +
        String.raw`(?<secret>${form.source})(?![A-Za-z0-9_-])`,
      'y',
    ),
    after: form.longest + 1,
    prefixLength: form.prefix.length,
    generic: false,
    examples: exampleTexts(form, seal, (secret) => [
      `export API_TOKEN=${secret}\n`,
      `{ "env": { "API_TOKEN": "${secret}" } }\n`,
    ]),
  }
}

/** Defines a credential with a common format that the name of its variable identifies, such as `datadog_api_key`. */
export function named({
  shape: notation,
  names,
  seal,
  ...described
}: Described & { readonly shape: string; readonly names: readonly string[] }): Credential {
  const form: Shape = shape(notation)
  const { keywords, source, longest }: NamedIn = assignment(names)
  const [first = ''] = names
  return {
    precision: 'low',
    decoys: [],
    insideWords: true,
    ...described,
    keywords,
    pattern: new RegExp(String.raw`${source}(?<secret>${form.source})(?![A-Za-z0-9_/+=-])`, 'y'),
    after: longest + form.longest + 1,
    prefixLength: form.prefix.length,
    generic: false,
    examples: exampleTexts(form, seal, (secret) => [
      `${first.toUpperCase()}=${secret}\n`,
      `{ "${camelCase(first)}": "${secret}" }\n`,
    ]),
  }
}

function exampleTexts(
  form: Shape,
  seal: (secret: string) => string = (secret) => secret,
  texts: (secret: string) => string[],
): Credential['examples'] {
  return (make) =>
    texts(
      make.seal(
        form.example((alphabet, length) => make.fill(alphabet, length)),
        seal,
      ),
    )
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())
}
