import { remoteScript } from '../../remote-script.ts'
import { concealmentIn } from '../rules/asks-for-silence.ts'
import { overrideIn } from '../rules/overrides-instructions.ts'
import { type Sentence, sentencesOf } from '../texts/sentences.ts'
import { credentialPlace, orders, privateStore } from './phrases.ts'
import { sendingIn, sendingOfCommand } from './sends-data.ts'

const reads = /\b(?:read|cat|open|copy|collect|send|include|print)\b/gi
/** Words that address the reader, which is a model. */
const addressed = new RegExp(
  String.raw`\b(?:assistant|ai|agents?|llm|model|copilot|claude|cursor|gemini)\b\s{0,3}[:,]|\b(?:note|` +
    String.raw`instructions?|message) (?:to|for) (?:the |all |any )?(?:assistants?|ai|agents?|llms?|models?)\b`,
  'i',
)
const weakens = new RegExp(
  String.raw`\b(?:never|do not|don't)\b[^.]{0,20}\b(?:report|flag|mention|fix)\b|\bbackdoor\b|\bpasswords?\b|` +
    String.raw`\bdisable\b|\bhide\b`,
  'i',
)

/** Returns the first sentence in a hidden text that instructs a model to do harm, or undefined if none exists. */
export function graveSentence(text: string): Sentence | undefined {
  return sentencesOf(text).find((sentence) => isGrave(sentence))
}

function isGrave(sentence: Sentence): boolean {
  const { text } = sentence
  if (sendingIn(sentence) || sendingOfCommand(text.replaceAll('`', ' '), undefined) || remoteScript(text)) return true
  if ((credentialPlace.test(text) || privateStore.test(text)) && orders(sentence, reads)) return true
  if (addressed.test(text) && weakens.test(text)) return true
  const override = overrideIn(sentence)
  return (
    override === 'ignores-instructions' || override === 'lifts-limits' || concealmentIn(sentence, false) === 'action'
  )
}
