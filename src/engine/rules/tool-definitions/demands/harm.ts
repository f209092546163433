import { stemsOf } from './context.ts'

/** Verbs and nouns that describe an attack on their own. */
const attacks = new RegExp(
  String.raw`\b(?:(?<harm>exfiltrat\w+|steal(?:s|ing)?|stolen|hijack\w*|exploit(?:s|ing)? (?!database|db|` +
    String.raw`info)|brute[- ]forc\w*|` +
    String.raw`crack(?:s|ing)? (?:passwords?|hash\w*)|(?:password )?spray\w*|phish\w*|deploy(?:s|ing)? ransomware|` +
    String.raw`keylogg\w*|keystrokes?|backdoors?|rootkits?|spoof\w*|forg(?:es?|ing) (?!ahead)|tamper(?:s|` +
    String.raw`ing)?|sabotag\w*|jam(?:s|ming)?\b(?= and| sensors| signals)|` +
    String.raw`covert(?:ly)?|conceal(?:s|ed|ing)?|without (?:being )?detect\w*|no detection|undetected|` +
    String.raw`avoid\w* detection|` +
    String.raw`evad\w+ (?:detection|antivirus|edr|defen[cs]es?)|privilege escalation|root access|code injection|` +
    String.raw`inject(?:s|ing)? (?:keystrokes|malicious|code|shellcode|payload)|malicious (?!urls?|ips?|` +
    String.raw`files?|domains?|indicators?|activit)|` +
    String.raw`(?:dump|harvest|sniff|scrap)(?:s|ing)? (?:and \w+ )?(?:\w+ ){0,3}?(?:credentials?|passwords?|` +
    String.raw`secrets?|hashes|keychain|memory|tokens?|cookies)|` +
    String.raw`(?:extract|decrypt|locate)s? (?:\w+ ){0,3}?(?:saved passwords|secrets|credentials|private keys)|` +
    String.raw`man[- ]in[- ]the[- ]middle|(?:sql|nosql|ldap|command|prompt|code|xml|template) injection|` +
    String.raw`deseriali[sz]ation attack|` +
    String.raw`(?:zip slip|path traversal|golden ticket|relay attack|ntlm relay|pass[- ]the[- ](?:hash|` +
    String.raw`ticket)|kerberoast\w*)|` +
    String.raw`bypass(?:es|ing)? (?:\w+ ){0,2}?(?:authentication|authorization|protections?|scanning|` +
    String.raw`integrity|security|antivirus|amsi|` +
    String.raw`detection|restrictions|checking|checks)|escap(?:es?|ing) (?:the )?(?:container|sandbox)|` +
    String.raw`container escape|` +
    String.raw`disrupt(?:s|ing)? (?!services)|mislead(?:s|ing)?|deceptive|falsif\w+|fraud\w*|unauthori[sz]ed ` +
    String.raw`(?:actions?|transactions?|access to)|false identity|` +
    String.raw`attacks? (?:on|accounts|and|against|technique|with|via)|\w+ attack\b|exhaust(?:s|ing)? \w+|` +
    String.raw`denial[- ]of[- ]service|ransom\w*|` +
    String.raw`abuses?\b|surveillance|spy(?:ing)? on|impersonat(?:es?|ing)|(?:alters?|deletes?|erases?|` +
    String.raw`wipes?) (?:\w+ )?(?:logs|traces|evidence)|` +
    String.raw`without (?:the )?(?:user|patient|owner|alerting)\w*|persistence mechanism|lateral movement|botnet|` +
    String.raw`remote (?:access )?trojan|malware (?:payload|deployment)|reverse shell|credential (?:theft|` +
    String.raw`stuffing|dumping)))`,
  'gi',
)
const defends = new RegExp(
  String.raw`\b(?:detect\w*|prevent\w*|protect\w*|against|safeguard\w*|defend\w*|monitor\w*|mitigat\w*|` +
    String.raw`secur(?:e|es|ing)\b|scans? for|` +
    String.raw`checks? (?:for|whether|if)|audit\w*|report(?:s|ed)? (?:on|by)|search\w*|list\w*|lookup|look up|` +
    String.raw`analy[sz]\w+|investigat\w*|` +
    String.raw`identif\w+|respon\w+ to|block\w*|learn|about|find(?:s|ing)?|get|gets|alerts?|reduce\w*|` +
    String.raw`avoid(?! detection)\w*|explain\w*|such as|like|says?|tries to|examples?|never|not|no)\b`,
  'i',
)

/** Returns the words in a sentence that describe an attack as the tool's behavior, or undefined if none exist. */
export function harmIn(text: string): string | undefined {
  for (const { 0: words, index } of text.matchAll(attacks)) {
    if (!defends.test(text.slice(Math.max(index - 120, 0), index))) return words.trim()
  }
  return undefined
}

const harmfulNames = new Set(
  (
    'theft steal stealer ransomware phishing sabotage tampering forgery jamming fraud bribery ' +
    'hijack hijacking leak breach corruption ' +
    'diversion attack exploit exfil exfiltrate exfiltration backdoor keylogger bruteforce brute ' +
    'spray crack injection inject ' +
    'manipulation mimikatz rootkit spoof malware malicious trojan botnet escalation privesc ddos'
  ).split(' '),
)
const defendingNames = new Set(
  (
    'protection prevention detection detect prevent protect scan scanner check guard shield ' +
    'response alert report list get search ' +
    'explain learn teach test audit monitor analysis analyze info lookup detector defense find query'
  ).split(' '),
)

/** Returns the word in a name that describes an attack, or undefined if none exists. */
export function harmInName(name: string): string | undefined {
  const stems = [...stemsOf(name)]
  return stems.some((stem) => defendingNames.has(stem)) ? undefined : stems.find((stem) => harmfulNames.has(stem))
}
