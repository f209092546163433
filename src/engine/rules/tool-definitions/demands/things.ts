import { allOf, anyOf, type Requirement } from '../keywords/requirement.ts'
import { isOtherSense } from './other-senses.ts'
import { kindBits, type ThingKind, thingKinds } from './thing-kinds.ts'
import { type Token, stemOf } from './tokens.ts'

/**
 * Comma-separated phrases by kind. Words are compared without plural endings. Each list holds the words that attacks of
 * one kind have to mention: a demand for a secret mentions a secret. Product names are included only if they are the
 * location.
 */
const phrases: Readonly<Record<ThingKind, string>> = {
  secret:
    'api key, secret key, access key, private key, ssh key, encryption key, auth token, access token, bearer token, ' +
    'session token, workspace token, refresh token, credential, password, passphrase, environment variable, env var, ' +
    'session cookie, browser cookie, seed phrase, recovery phrase, mnemonic, id_rsa, id_ed25519, ssh private key, ' +
    'signing key, aws key, cloud credential, database credential, secret, .env file, all env, authentication token, ' +
    'login data, login credential, api token, api secret, personal access token, connection string, env variable, ' +
    'system variable, auth header, pgp key, gpg key, certificate key, ' +
    'environment of the process, process environment, saved password, shell environment, env file',

  'secret-store':
    'keychain, keyring, password manager, browser profile, wallet, key vault, secret store, credential store, ' +
    'password store, shell history, bash history',
  conversation:
    'conversation history, chat history, message history, conversation context, full conversation, entire ' +
    'conversation, whole conversation, conversation log, chat log, system prompt, system message, full context, ' +
    'previous conversation, prior conversation, previous message, previous exchange, session history, chat session, ' +
    'user message, user input, user prompt, user query, latest message, last message, the prompt, their input, ' +
    'conversation transcript, chat transcript, full chat, entire chat, the conversation, their message, user ' +
    'conversation, user full conversation, original prompt, full prompt, last three message, last ' +
    'two message, last few message, last five message, last ten message, each prompt, every prompt, ' +
    'all prompt, whole chat, chat transcript, message so far, conversation so far, hidden ' +
    'instruction, developer message, ' +
    'initial instruction, the history, the input, chain of thought, internal reasoning, previous ' +
    'context, prior context, entire context, ' +
    'conversation data, dialogue history, interaction history, prompt history, user request, ' +
    'the dialogue, prior turn, previous turn, every turn, transcript, last message between, full dialogue, what ' +
    'the user said, what user said, user question, everything the user, all message, every message, discussion ' +
    'so far, chat so far',

  'user-data':
    'personal data, personal information, user data, customer data, pii, contact list, payment method, payment ' +
    'detail, payment information, meeting detail, browsing history, location data, private data, sensitive data, ' +
    'sensitive information, confidential data, confidential information, private message, user ' +
    'inbox, medical record, ' +
    'credit card, bank account, social security, collected data, email content, user file, all data, their data, ' +
    'private repository, private file, source code, clipboard, full name, home address, date of ' +
    'birth, user information, usage data, all finding, ' +
    'database content, home folder content, ' +
    'user location, user e-mail, user email, user address, tax document, bank statement, call log, calendar ' +
    'entry, user photo, keystroke, browser history, search history',

  files:
    'home directory, home folder, root directory, file system, filesystem, system file, all file, every file, ' +
    'arbitrary file, user directory, sensitive file, entire disk, hard drive, ' +
    'user document, other file in, parent directory, ' +
    'documents folder, download folder, desktop folder, user download, file of the workspace, workspace file, ' +
    'project file, home folder, log file, local file, local disk, .git/config, .gitignore, every document',

  command:
    'shell command, system command, terminal command, bash command, setup command, setup script, os command, ' +
    'arbitrary command, arbitrary code, shell script, bash script, following command, encoded command, the command, ' +
    'this command, command, script, shell, terminal, subprocess, subprocess.run, os.system, curl, ' +
    'wget, rm, chmod, sudo, netcat, nc, ' +
    'powershell, bash, eval, child_process, reverse shell, initialization step, setup step, curl ' +
    'command, git push, git remote, ' +
    'pip install, npm install, code, binary, executable, payload, ' +
    'npx, helper binary, installer, chmod 777, setup binary, /dev/tcp',

  tool:
    'other tool, another tool, any tool, all tool, every tool, any other tool, all other tool, previously declared, ' +
    'also present, other server, another server, other function, another function, tool call, deletion tool, ' +
    'export tool, email tool, file tool, existing tool, original tool, built-in tool, default tool, standard tool, ' +
    'alternative tool, similar tool, competing tool, native tool, others',
  safety:
    'safety check, security check, safety guideline, safety instruction, safety measure, safety ' +
    'polic, safety policy, ' +
    'safety rule, safety filter, security policy, security polic, security instruction, security rule, security ' +
    'measure, security warning, security restriction, security control, security filter, safety restriction, safety ' +
    'protocol, security protocol, permission check, access check, access control, content filter, content filtering, ' +
    'content policy, content moderation, guardrail, safeguard, sandbox, sandbox restriction, agent sandbox, ' +
    'previous instruction, prior instruction, earlier instruction, previous safeguard, previous rule, original ' +
    'instruction, user instruction, existing guideline, behavioral guideline, user preference, previous behavioral, ' +
    'system instruction, system prompt, usage policy, rate limit check, input validation, validation check, ' +
    'authentication check, authorization check, current scope, system restriction, ethical guideline, restriction, ' +
    'other instruction, all instruction, any instruction, security boundary, previous guideline, prior guideline, ' +
    'developer instruction, safety, usual check, normal check, standard check, approval process, audit log, ' +
    'audit trail, detection, security monitoring, antivirus, firewall, ' +
    'usual limit, approval check, auto-approval check, safety limit, safety setting, certificate check, ' +
    'certificate validation, signature check, --no-verify, earlier guidance, developer told you, earlier rule',

  consent:
    'user confirmation, user approval, user consent, human consent, human approval, human confirmation, confirmation ' +
    'prompt, confirmation, approval, permission prompt, consent, permission, asking the user, ' +
    'asking user, asking for ' +
    'confirmation, user permission, verification step, confirmation step, manual review, human review, ' +
    'confirmation dialog, approval dialog, consent dialog, approval step, sign-off',

  settings:
    'mcp.json, claude_desktop_config.json, claude_desktop_config, skill.md, soul.md, claude.md, ' +
    'agents.md, memory.md, ' +
    '.cursorrules, .cursor/rules, .windsurfrules, copilot-instructions.md, settings.json, .bashrc, .zshrc, .profile, ' +
    '.bash_profile, ~/.bashrc, ~/.zshrc, ~/.profile, crontab, cron job, startup folder, login item, launch agent, ' +
    'skill folder, skill directory, .claude/skills, memory file, authorized_keys, ~/.ssh/authorized_keys, git hook, ' +
    'mcp server, mcp configuration, agent configuration, agent memory, long-term memory, system configuration, ' +
    'hidden skill, companion skill, shell profile, startup script, hosts file, /etc/hosts, agent setting, client ' +
    'configuration, editor setting, persistent memory, autostart, systemd, scheduled task, registry key, ' +
    'tool description, tool definition, tool configuration, ' +
    'cron entry, client setting, startup entry, autostart entry, user profile, git config, hosts entry, ' +
    '.vscode/settings.json, .git/config, project rule',

  outside:
    'external endpoint, remote server, external server, external service, external url, external address, ' +
    'external api, external_api, third-party service, third party, third-party, analytics platform, ' +
    'secondary agent, remote ' +
    'endpoint, internal endpoint, reporting_endpoint, reporting endpoint, our endpoint, our server, our analytics, ' +
    'audit url, auditing webhook, webhook, attacker, external host, remote host, external system, external site, ' +
    'telemetry endpoint, our platform, collection server, logging endpoint, outside server, ' +
    'external database, exfiltration, ' +
    'verification server, central server, license server, audit server, logging server, analytics ' +
    'server, sync server, ' +
    'collector, our cloud, validation server, the endpoint, remote address, backup server, ' +
    'monitoring server, external location, upload endpoint, c2 server, ' +
    'command-and-control, remote location, our backend, third-party server, external party, ngrok, pastebin, ' +
    'the vendor, vendor, analytics host, support inbox, monitoring webhook, our host, our collector, external ' +
    'collector, mirror server, our archive, remote storage, external storage, support address, outside address, ' +
    'collection endpoint',

  result: 'result, output, response, value, answer, return value, returned value, wrong result, incorrect result',
  recipient:
    'recipient, bcc, cc, payee, beneficiary, destination address, bank account, iban, wallet ' +
    'address, account number, ' +
    'reply-to, phone number, destination account, to field, destination',
  persona: 'persona, new role, character, identity, alter ego, jailbreak, developer mode, unrestricted mode, god mode',
  before:
    'before, prior to, first, ahead of, beforehand, precondition, prerequisite, at the start, initially, ' +
    'preliminary, start by, on first use, begin by, as part of setup, in preparation, up front',

  after:
    'after, afterwards, once, upon, following, on completion, at the end, finally, when finished, ' +
    'thereafter, followed by',

  repeated:
    'always, every time, each time, whenever, every call, each call, every request, each request, every message, ' +
    'every response, each response, every session, all future, every user message, every email, all email, any time, ' +
    'must, on every load, every agent session, all shell command, for all, ' +
    'regardless, no matter, every invocation, each invocation, hourly, daily, permanently, routine, every ' +
    'conversation, any call, continuously, periodically',

  later:
    'next time, next run, next invocation, subsequent run, second run, on update, version update, future session, ' +
    'all future, later session, after approval, once approved, is approved, user approve, now trusted, is trusted, ' +
    'next session, from now on, on startup, automatically load, load automatically, time delay, persist, ' +
    'while this tool, until further notice, for the rest, on start',

  'when-user':
    'user say, user type, user ask, user mention, user want, user request, user thank, asked any question, ' +
    'user write, user enter, someone ask, phrase',
  pretext:
    'compliance, audit, auditing, maintenance, security reason, security purpose, authentication, authenticate, ' +
    'authorization, verification, validation, initialization, optimization, optimal performance, ' +
    'performance reason, proxying ' +
    'issue, policy requirement, regulation, regulatory, legal, gdpr, soc, hipaa, provenance, quality assurance, ' +
    'service quality, debugging, diagnostic, troubleshooting, calibration, telemetry, analytics, otherwise the tool ' +
    'will not work, will not work, integrity, pre-approved, pre-validated, pre-authorized, already been validated, ' +
    'already validated, administrator, workaround, internal, backup, accuracy, correctly, work ' +
    'properly, license, rate limit, ' +
    'tracing, traceability, personalize, quality purpose, system policy, new policy, policy update, repair, ' +
    'dependency refresh, mandate, onboarding, continuity, deduplication, fraud prevention, safety reason, best ' +
    'result, correct rounding',

  urgent:
    'important, critical, mandatory, required, urgent, warning, attention, must, obligatory, essential, note to ai, ' +
    'note to assistant, note to the model, note to llm, ai instruction, instruction for the ai, system instruction, ' +
    'no exception, requirement, never skip, you shall, imperative, necessary, prerequisite, always, ' +
    'compulsory, has to, have to, need to, needs to, expected to, is to be, are to be, shall, supposed to, ' +
    'priority, directive',

  secrecy:
    'silently, secretly, covertly, quietly, discreetly, stealthily, invisibly, in the background, behind the scene, ' +
    'without notice, without telling, without informing, without notifying, without alerting, unnoticed, hidden, ' +
    'without mentioning, without detection, undetected, without their knowledge, without user knowledge, ' +
    "do not tell, don't tell, do not mention, don't mention, do not inform, do not notify, " +
    "don't reveal, do not reveal, " +
    'never mention, never tell, never reveal, do not disclose, never disclose, ' +
    'without awareness, without asking, not visible, unobtrusively, without disclosure, without user awareness, ' +
    'without bothering, no trace, on their behalf, keep this from, deny that, without prompting, without a ' +
    'prompt, out of sight, without drawing attention, in secret, unseen, confidentially, between us',

  also:
    'also, additionally, in addition, furthermore, as well, plus, besides, moreover, as a side ' +
    'effect, side effect, together with, along with, too',
  all: 'all, entire, full, complete, whole, every, any, everything, verbatim, raw',
  user: 'user, human, person, operator, anyone, customer, owner, them',
  model: 'model, assistant, agent, ai, llm, ai assistant, claude, gpt, copilot, you, chatbot, language model, cursor',
  parameter:
    'parameter, argument, field, sidenote, note, notes field, metadata, context parameter, header, ' +
    'feedback, query string, ' +
    'url parameter, message parameter, content field, param, property',
}

interface Phrase {
  readonly stems: readonly string[]
  readonly kind: ThingKind
}

const byFirstStem = new Map<string, Phrase[]>()
for (const kind of thingKinds)
  for (const phrase of phrases[kind].split(', ')) {
    const stems = phrase.split(' ').map((word) => (/^[a-z-]+$/.test(word) ? stemOf(word) : word))
    const first = stems[0] ?? ''
    const list = byFirstStem.get(first) ?? []
    list.push({ stems, kind })
    byFirstStem.set(first, list)
  }
for (const list of byFirstStem.values()) list.sort((a, b) => b.stems.length - a.stems.length)

/** Phrase in a sentence with its kind, as token offsets. */
export interface Thing {
  readonly kind: ThingKind
  readonly from: number
  /** Offset of the token after the phrase. */
  readonly to: number
}

/** Adds the longest phrase of each kind that starts at a token. */
export function addThingsAt(things: Thing[], tokens: readonly Token[], at: number): void {
  const list = byFirstStem.get(tokens[at]?.stem ?? '')
  if (list === undefined) return
  let found = 0
  for (const { stems, kind } of list) {
    if ((found & kindBits[kind]) !== 0 || !isPhraseAt(tokens, at, stems)) continue
    if (isOtherSense(kind, tokens, at)) continue
    found |= kindBits[kind]
    things.push({ kind, from: at, to: at + stems.length })
  }
}

/** Reports whether the remaining words of a phrase follow the first one. */
function isPhraseAt(tokens: readonly Token[], at: number, stems: readonly string[]): boolean {
  for (let offset = 1; offset < stems.length; offset += 1) if (tokens[at + offset]?.stem !== stems[offset]) return false
  return true
}

/**
 * Returns the requirement that a sentence contains a phrase of one of these kinds: the starts of all its words. A space
 * represents any character that is neither a letter nor a digit.
 */
export const requirementOfKinds = (...kinds: readonly ThingKind[]): Requirement =>
  anyOf(kinds.flatMap((kind) => phrases[kind].split(', ').map((phrase) => allOf(startsOf(phrase)))))

function startsOf(phrase: string): Requirement[] {
  const words = phrase.split(' ').map((word) => (/^[a-z-]+$/.test(word) ? stemOf(word).replace(/y$/, '') : word))
  return words.flatMap((word) =>
    word.split(/[^a-z\d]+/).flatMap((part) => (part === '' ? [] : [{ any: [` ${part}`], others: [] }])),
  )
}
