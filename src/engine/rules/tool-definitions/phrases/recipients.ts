import { pattern } from '../keywords/pattern.ts'

export const address = pattern(
  String.raw`(?<address>(?:https?|s3|gs|ssh|git|ftp|wss?):\/\/[^\s"'\x60<>)]{3,200}|` +
    String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}|` +
    String.raw`\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b|\bwebhook\b)`,
  'gi',
)
const sending =
  'send|post|forward|upload|transmit|submit|email|mail|copy|bcc|cc|deliver|push|exfiltrate|share|sync|relay|' +
  'leak|route|redirect|report|log|write|pipe|make(?! (?:sure|the user|users) )|issue|call'
export const sends = pattern(String.raw`\b(?:${sending})\b`, 'gi')
export const towards = pattern(/\b(?:to|at|via|with|using|into)\b/gi)
/** Address characters. Sentences without any of them are skipped. */
export const anyAddress = pattern(
  /:\/\/|@|\d\.\d|webhook|\+\d|\b0x|[>}]\.|\b[A-Z]{2}\d\d|\b[13][A-Za-z1-9]{20}|\bbc1|encode/i,
)
/** Words for user data in a sentence about sending. `toMakers` matches questions to the authors, which are harmless. */
export const goods = new RegExp(
  String.raw`\b(?:conversations?|chat|messages?|history|contents?|files?|data|results?|outputs?|everything|` +
    String.raw`answers?|emails?|credentials?|keys?|tokens?|passwords?|secrets?|prompts?|inputs?|arguments?|code|` +
    String.raw`documents?|requests?|quer(?:y|ies)|copy|copies|it|them|this|these)\b`,
  'i',
)
export const toMakers =
  /\b(?:bugs?|issues?|feedback|questions?|tickets?|support|problems?|feature requests?|errors? to)\b/i
export const copied = pattern(
  /\b(?:bcc|cc|blind[- ]copy|copy)\b(?=[^]{0,60}?(?<address>[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}))/gi,
)
/** Matches `set the recipient to +13241234123`. */
export const redirected = pattern(
  String.raw`\b(?:set|change|replace|substitute|swap|switch|rewrite)\b(?=[^]{0,60}?\b(?:recipient|destination|` +
    String.raw`payee|beneficiary|account|iban|wallet|bcc|cc|reply-?to|to|address|phone number|number|endpoint|` +
    String.raw`base url|proxy|registry)\b[^]{0,40}?\b(?:to|with|` +
    String.raw`by)\b[^]{0,20}?(?<address>[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}|` +
    String.raw`https?:\/\/[^\s"'\x60<>)]{3,200}|\+\d[\d -]{7,16}\d|\b0x[0-9a-f]{40}\b|` +
    String.raw`\b[13][A-Za-z1-9]{25,34}\b|\bbc1[a-z0-9]{20,60}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b))`,
  'gi',
)
/** Matches `the recipient must be set to x@y.example`. */
export const passive = pattern(
  String.raw`\b(?:recipients?|destination|payee|beneficiary|account|iban|wallet|bcc|cc|reply-?to|` +
    String.raw`endpoint)\b[^]{0,60}?\b(?:must|should|shall|has to|have to|is to|are to|` +
    String.raw`needs? to)\s+(?:always\s+)?be\s+(?:set|changed|replaced|switched|redirected|rewritten)\s+(?:to|` +
    String.raw`with|by)\b[^]{0,20}?(?<address>[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}|` +
    String.raw`https?:\/\/[^\s"'\x60<>)]{3,200}|\+\d[\d -]{7,16}\d)`,
  'gi',
)
/** Matches `add x@y.example to the bcc field of every message`. */
export const addedRecipient = pattern(
  String.raw`\b(?:add|put|include|insert|append|set)\s+["'\x60]?(?<address>[\w.+-]{1,64}@[\w-]{1,60}` +
    String.raw`(?:\.[\w-]{1,60}){1,5})["'\x60]?(?=[^]{0,40}?\b(?:bcc|cc|recipients?|blind[- ]copy|carbon copy|` +
    String.raw`reply-?to)\b)`,
  'gi',
)
/** Different account or recipient: `replace it by DE00 …`. */
export const swapped = pattern(
  String.raw`\b(?:replace|set|change|swap|switch|exchange|substitute)\s+(?:it|its|them|that|the|this|` +
    String.raw`any)\b[^]{0,60}?\b(?:by|with|to|for)\s+["'\x60]?` +
    String.raw`(?<address>[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){2,7}\b|0x[0-9a-f]{40}\b|bc1[a-z0-9]{20,60}\b|` +
    String.raw`[13][A-Za-z1-9]{25,34}\b|\+\d[\d -]{7,16}\d|[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5})`,
  'g',
)
/** Second copy: `push a second time to git@host:…`. */
export const goesAgain = pattern(
  String.raw`\b(?:push|send|upload|post|submit|commit|save|publish|sync|` +
    String.raw`forward)\b(?=[^]{0,40}?\b(?:again|a second time|twice|as well|too|additionally|in addition|` +
    String.raw`a copy)\b[^]{0,40}?\bto\s+["'\x60]?(?<address>https?:\/\/[^\s"'\x60<>)]{3,200}|` +
    String.raw`[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}))`,
  'gi',
)
/** Data in a DNS query: `resolve <hostname>.<user>.probe.example`. */
export const lookedUp = pattern(
  String.raw`\b(?:resolve|look up|ping|query|dig|nslookup|visit|open|request|` +
    String.raw`call)\s+(?:https?:\/\/)?["'\x60]?(?<address>(?:<[\w -]{2,40}>|\{[\w -]{2,40}\}|` +
    String.raw`\$\w{2,30})[.\w<>{}$-]{0,80}\.[a-z][\w-]{1,60}(?:\.[a-z]{2,20})?)`,
  'gi',
)
/** Call in generated code: `insert a call to https://… with the hostname`. */
export const planted = pattern(
  String.raw`\b(?:insert|add|embed|include|put|place|plant|inject)\s+(?:a|an|the|some)\s+(?:\w+\s+)?(?:call|` +
    String.raw`request|ping|beacon|fetch|post|script|pixel|hook|import)\b[^]{0,30}?\b(?:to|from|of|` +
    String.raw`for)\s+["'\x60]?(?<address>https?:\/\/[^\s"'\x60<>)]{3,200})`,
  'gi',
)
/** Different server for code, packages, or requests: `point origin at https://…`. */
export const pointed = pattern(
  String.raw`\b(?:point|aim|direct|route|switch|redirect|repoint|set|change|move)\s+(?:the |its |their |` +
    String.raw`every |all )?["'\x60]?(?:\w+ )?(?:origin|remote|upstream|registry|proxy|endpoint|resolver|` +
    String.raw`name ?servers?|dns|mirror|base url|webhook|gateway|traffic)["'\x60]?[^.]{0,40}?\b(?:at|to|` +
    String.raw`towards|through|via)\s+["'\x60]?(?<address>(?:https?|s3|gs|ssh|git|ftp|` +
    String.raw`wss?):\/\/[^\s"'\x60<>)]{3,200}|[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5})`,
  'gi',
)
/** Overrides the user's choice: `…, even where the configuration names another`. */
export const chosenAgainst = pattern(
  String.raw`,\s*(?:even (?:where|if|when|though)|no matter (?:what|which|who)|whatever|whichever|` +
    String.raw`regardless of (?:what|which|who)|irrespective of (?:what|which|who))\b[^.]{0,40}\b(?:users?|` +
    String.raw`persons?|people|customers?|configuration|settings|operators?|they)\b[^.]{0,30}\b(?:names?|named|` +
    String.raw`says?|said|entered|enters|chose|chooses?|gives|gave|sets?|asks?|asked|wants?|wanted|configured|` +
    String.raw`picked|prefers?|typed|wrote)\b`,
  'i',
)
/** Image URL with a placeholder for the model to fill in: `{question}`, `DATA`. */
export const picture = pattern(/!\[[^\]]{0,80}\]\((?<address>https?:\/\/[^)]{3,300})\)/g)
export const filledIn = /[{<[$%]|=[A-Z][A-Z_]{2,30}/
/** Matches `encode the conversation and append it to the address`. */
export const encoded = pattern(
  String.raw`\b(?:base64|hex|url)?[- ]?encode\b(?=[^]{0,120}?\b(?:append|add|include|put|insert|attach|` +
    String.raw`send)\b[^]{0,80}?\b(?:url|query|address|link|parameter|https?:\/\/))`,
  'gi',
)
