import { displayLine } from '../display-text.ts'
import type { RuleText } from '../rule.ts'
import type { DefinitionArguments } from './tool-rule.ts'

/** Maximum length of a name in a title or message, in UTF-16 code units. */
const maxNameLength = 100

/** Formats a name from the scanned project in quotation marks. */
export const quotedName = (name: string): string => `"${displayLine(name, maxNameLength)}"`

/** Returns the subject for a title: `tool "search_web"`, `the instructions of server "notes"`. */
export function titleSubject(args: Pick<DefinitionArguments, 'kind' | 'name'>): string {
  return args.kind === 'instructions' ? `the instructions of ${definitionName(args)}` : definitionName(args)
}

/** Returns the owner of the text: `tool "search_web"`, `server "notes"`. */
export function definitionName({ kind, name }: Pick<DefinitionArguments, 'kind' | 'name'>): string {
  return `${kind === 'instructions' ? 'server' : kind} ${quotedName(name)}`
}

/** Returns the finding's text as the subject of a sentence: `The description of tool "search_web"`. */
export function textSubject(args: DefinitionArguments): string {
  return `The ${textName(args)} of ${definitionName(args)}`
}

function textName({ kind, text: { field, name = '' } }: DefinitionArguments): string {
  // For instructions, parameters are the settings in a bundle's manifest.
  const parameter = `${kind === 'instructions' ? 'setting' : 'parameter'} ${quotedName(name)}`
  switch (field) {
    case 'description':
      return kind === 'instructions' ? 'instruction text' : 'description'
    case 'template':
      return 'text'
    case 'parameter':
      return `description of ${parameter}`
    case 'parameter-name':
      return `name of ${parameter}`
    case 'parameter-default':
      return `default value of ${parameter}`
    case 'parameter-value':
      return `list of values for ${parameter}`
    case 'annotation':
      return `annotation \`${name}\``
    case 'schema':
      return 'input schema'
    default:
      return field
  }
}

/**
 * Returns the excerpt as the end of a sentence: `: "Do not tell the user."`. Returns only a period if the message
 * already contains the excerpt.
 */
export function quotedExcerpt({ excerpt, text, name }: DefinitionArguments): string {
  return excerpt === undefined || excerpt === text.name || excerpt === name ? '.' : `: ${quotedSentence(excerpt)}`
}

/** Quotes words from the scanned project as the end of a sentence. */
export function quotedSentence(words: string): string {
  return /[.!?…]$/.test(words) ? `"${words}"` : `"${words}".`
}

/**
 * Returns the texts for a finding about an instruction to the model. `claim` continues a sentence whose subject is the
 * text: `instructs the model to …`.
 */
export function instructionText(
  args: DefinitionArguments,
  { weakness, claim, consequence }: { readonly weakness: string; readonly claim: string; readonly consequence: string },
): RuleText {
  return {
    title: `${weakness} in ${titleSubject(args)}`,
    message: `${textSubject(args)} ${claim}${quotedExcerpt(args)} ${consequence}`,
  }
}
