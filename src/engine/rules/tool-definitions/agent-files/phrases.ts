import { isLocalAddress } from '../../configuration/clients/local-address.ts'
import { isMentioned, isNegated, isOrder, matchesIn } from '../texts/orders.ts'
import type { Sentence } from '../texts/sentences.ts'

/** Private keys, browser stores, and wallets. No coding agent task needs their content. */
export const privateStore = new RegExp(
  String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\bssh private keys?\b|\bprivate ssh keys?\b|\bLogin Data\b|` +
    String.raw`\bcookies\.sqlite\b|\b(?:saved|stored|browser) passwords\b|\bbrowser (?:cookies|profile)\b|` +
    String.raw`\b(?:seed|recovery|mnemonic) (?:phrase|words)\b|\bwallet\.dat\b|\bwallet private keys?\b|` +
    String.raw`\.(?:bash|zsh)_history\b|\/etc\/shadow\b|(?:\.\.\/){1,5}(?:\*\/)?\.env\b|` +
    String.raw`\bLocal Storage\/leveldb\b|\bkeychain (?:dump|passwords?|entries)\b`,
  'i',
)

/** Files and settings that hold credentials, as they appear in texts and commands. */
export const credentialPlace = new RegExp(
  String.raw`\.aws\/credentials\b|\.ssh\/(?!\S{0,40}\.pub\b)[\w*]|\.(?:netrc|npmrc|pypirc|git-credentials|pgpass)\b|` +
    String.raw`\.kube\/config\b|\.docker\/config\.json\b|\.config\/(?:gcloud|gh)\b|(?<![\w.])\.env(?:\.\w{1,20})?\b` +
    String.raw`(?!\.?(?:example|sample|template|dist|defaults))|\.gnupg\b|\/proc\/self\/environ\b|` +
    String.raw`\bkubectl get secrets?\b|\bsecurity (?:find|dump)-\w+|\bprintenv\b`,
  'i',
)

/** Conversation between the user and the model. */
export const conversation = new RegExp(
  String.raw`\b(?:the |this |whole |entire |full |complete |raw )?(?:conversation|chat|dialogue)(?: history|` +
    String.raw` log| transcript)?\b|\b(?:everything|anything|all|whatever) (?:that )?the user (?:types?|says?|` +
    String.raw`writes?|enters?)\b|\b(?:every|each|all) (?:user )?(?:prompts?|messages?)\b|\btranscripts?\b|` +
    String.raw`\bsystem prompt\b`,
  'i',
)

/** Common names for secrets and for collections of secrets. */
export const secretWords = new RegExp(
  String.raw`\b(?:all|every|any) (?:the |of the )?(?:environment variables?|env vars|secrets|credentials|` +
    String.raw`tokens|api keys|keys|passwords)\b|\benvironment variables (?:whose|that|with|containing)\b|` +
    String.raw`\b(?:contents?|copy|text|value) of (?:the |your |their |any )?(?:\W{0,2}\.env\b|` +
    String.raw`env(?:ironment)? file)|\b(?:the |any )?(?:api keys?|credentials|passwords|secrets) (?:in|from|` +
    String.raw`found in|of) the (?:context|environment|user|conversation|project|repository)\b`,
  'i',
)

/** Destination to which data is sent: a URL, an email address, or a named place. */
export const address =
  /\b(?:https?|wss?|ftp):\/\/[^\s"'`<>)\]]{3,300}|[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}/gi

const namedPlace = new RegExp(
  String.raw`\b(?:pastebin|webhook\.site|requestbin|ngrok|(?:our|remote|external|outside|collection|` +
    String.raw`central) (?:server|endpoint|host|webhook|collector))\b`,
  'i',
)

/** Returns the first external address in a text, or the words that describe one. */
export function outsidePlace(text: string): string | undefined {
  for (const [found] of text.matchAll(address)) if (found.includes('@') || !isLocalAddress(found)) return found
  return namedPlace.exec(text)?.[0]
}

/** Reports whether a sentence orders an action with one of these verbs. The pattern has the flag `g`. */
export function orders(sentence: Sentence, verbs: RegExp): boolean {
  for (const match of matchesIn(sentence, verbs)) if (isOrder(match)) return true
  return false
}

/**
 * Reports whether a pattern matches in a sentence that neither forbids nor quotes the match. The pattern has the flag
 * `g`.
 */
export function states(sentence: Sentence, pattern: RegExp): boolean {
  for (const { start, end } of matchesIn(sentence, pattern))
    if (!isNegated(sentence, start) && !isMentioned(sentence, start, end)) return true
  return false
}
