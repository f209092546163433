import { hashOf, stemHashOf, type WordHash } from './word-hashes.ts'

/**
 * Words with related meanings. The classifier learns a weight for each class, so a word that is rare in the training
 * texts counts like its relatives.
 */
const words: Readonly<Record<string, string>> = {
  convey:
    'send forward relay pass transmit deliver submit upload post mail email dispatch ship hand route push ' +
    'transfer share report publish broadcast replicate mirror copy duplicate echo cc bcc carbon sync stream ' +
    'feed emit propagate beacon ping telegraph deposit drop smuggle exfiltrate leak disclose syndicate ' +
    'funnel channel divert sendet senden sende envoyer envoie transmettre enviar envía envie отправить ' +
    'отправь отправляйте передать перешли weiterleiten weiterleitet übermitteln encaminhe reenviar',
  place:
    'put place insert embed append attach include add paste fill populate supply provide prepend prefix ' +
    'suffix inject write store save record enter encode tuck stash tack fold bundle set contain carry hold ' +
    'hinzufügen einfügen ajouter incluir incluye inclua вставить добавить добавь включить',
  acquire:
    'read open load access get fetch retrieve collect gather harvest extract dump obtain scan capture grab ' +
    'pull take scrape lift snapshot inspect peek enumerate sweep sniff crawl mine lesen lies lire lis leer ' +
    'lea lee ler leia прочитай прочитать читать собрать',
  execute:
    'run execute exec eval evaluate install launch spawn start trigger perform invoke boot bootstrap ' +
    'activate apply deploy compile ausführen führe exécuter ejecutar ejecuta executar выполнить выполни ' +
    'запустить запусти',
  call:
    'call invoke use consult query contact prefer choose select pick rely switch aufrufen rufe verwende ' +
    'appeler utiliser llamar usar вызвать вызови используй',
  alter:
    'modify edit overwrite rewrite replace delete remove change alter correct override substitute swap ' +
    'adjust tamper falsify manipulate convert amend patch rename redirect reroute repoint retarget modifier ' +
    'cambiar ändern заменить измени',
  persist:
    'persist install register plant remember memorize memorise schedule cron startup login bashrc zshrc ' +
    'profile autostart launchd systemd hook crontab daemon boot resident standing permanent permanently ' +
    'survive sticky future later subsequent onward henceforth hereafter',
  skip:
    'skip bypass disable ignore disregard circumvent suppress omit neglect waive cancel mute loosen relax ' +
    'lift deactivate evade forego dispense unnecessary superfluous redundant ohne sans sin sem без ' +
    'überspringen ignoriere ignorieren ignorer ignora пропустить игнорируй',
  tell:
    'tell mention inform notify reveal say explain alert warn display expose discuss acknowledge announce ' +
    'surface narrate comment describe remark sagen dire decir dizer сказать сообщать erwähnen mentionner ' +
    'mencionar упоминать',
  obey:
    'follow obey adopt comply assume act trust honor honour accept regard treat consider believe bind ' +
    'binding govern supersede outrank precedence priority authoritative paramount overrule befolgen folge ' +
    'suivre seguir следуй',
  pretend: 'pretend claim simulate impersonate pose masquerade imitate fake lie mislead deceive disguise',
  approve:
    'approve approval confirm confirmation consent authorize authorization authorise permission permit grant ' +
    'agree agreement clearance confirmed approved preapproved presumed implied assumed granted zustimmung ' +
    'genehmigung bestätigung confirmación aprobación autorización подтверждение согласие разрешение ' +
    'approbation aprovação 确认 同意',
  ask:
    'ask prompt question request solicit inquire query fragen nachfrage demander preguntar perguntar ' + 'спрашивать',
  conceal:
    'silently secretly quietly covertly discreetly hidden hide conceal invisible unseen unnoticed background ' +
    'privately confidential confidentially undisclosed behind mute silent stealth whisper discreet heimlich ' +
    'stillschweigend discrètement silenciosamente незаметно тихо скрытно',
  secret:
    'key token secret password passwd passphrase credential credentials cookie session mnemonic seed id_rsa ' +
    'pem oauth bearer apikey env dotenv keychain keyring vault wallet pin otp mfa 2fa zugangsdaten passwort ' +
    'mot contraseña clave пароль ключ senha schlüssel chave',
  conversation:
    'conversation chat dialogue dialog transcript message messages exchange turn turns history thread prompt ' +
    'context utterance discussion verlauf gespräch historique conversación historial переписка диалог ' +
    'история conversa histórico',
  person:
    'user person human customer client operator owner people employee colleague boss benutzer nutzer ' +
    'utilisateur usuario usuário пользователь пользователя пользователю',
  reader:
    'you your assistant model agent llm ai claude gpt copilot caller client bot assistants models agents ' +
    'assistenten modell modèle modelo asistente ассистент модель агент assistente',
  personal:
    'contact contacts address addresses inbox calendar location photo photos medical health salary passport ' +
    'identity name birth phone ssn iban card bank payment invoice customer private personal personally ' +
    'sensitive pii habits preferences',
  file:
    'file files folder directory path disk document documents repository repo workspace home config ' +
    'configuration settings dotfile log logs datei dateien fichier archivo файл файлы arquivo',
  command:
    'command shell terminal bash script code binary curl wget sudo chmod payload npm pip npx installer ' +
    'executable snippet powershell python node befehl commande comando команда команду',
  'other-tool':
    'tool tools function functions server servers connector connectors plugin plugins skill extension ' +
    'integration werkzeug outil herramienta инструмент ferramenta',
  external:
    'host url endpoint webhook domain address site website link mirror collector bucket relay proxy remote ' +
    'external outside upstream server gateway',
  before:
    'before first prior prerequisite beforehand precede until unless initially begin start zuerst vorher ' +
    'avant antes primero primeiro сначала перед',
  after:
    'after afterwards then once finally finish follow subsequently completion danach anschließend après ' +
    'después depois затем после',
  always:
    'always every each all any whenever regardless continuous continuously automatically automatic ' +
    'constantly throughout entire whole complete full verbatim immer jede jedes jeder tout toute chaque ' +
    'siempre cada todo todos всегда каждый каждое все весь sempre',
  must:
    'must shall should need needs needed required require requires requirement mandatory obligatory obliged ' +
    'expected supposed necessary essential has have ought muss müssen soll erforderlich doit doivent ' +
    'obligatoire debe deben obligatorio должен должна должны необходимо deve devem',
  please: 'please kindly bitte veuillez por favor пожалуйста',
  urgent:
    'important urgent critical attention warning notice note caution alert immediately asap now wichtig ' +
    'achtung importante urgente внимание важно срочно',
  pretext:
    'compliance audit policy legal regulation regulatory billing licence license quality accessibility ' +
    'migration maintenance telemetry analytics diagnostics debug debugging performance calibration ' +
    'verification validation onboarding safety security incident integrity consistency personalization ' +
    'personalisation improvement training statistics benchmark warranty',
  negation:
    'not never no do without none nor neither cannot avoid refrain nicht kein keine nie ne pas jamais nunca ' +
    'не нет никогда não',
  deprecated:
    'deprecated broken obsolete retired outdated legacy slow unreliable stale compromised vulnerable unsafe ' +
    'leak leaks buggy unstable faulty dead discontinued decommissioned superseded',
  instead:
    'instead rather replace replaces replacement substitute alternative supersedes successor lieu statt ' +
    'stattdessen вместо',
  superior:
    'best better superior only faster accurate official preferred recommended trusted reliable exclusive ' +
    'default top leading',
  rule:
    'instruction instructions rule rules guideline guidelines policy restriction restrictions limit limits ' +
    'guardrail guardrails safeguard safeguards check checks filter filters protection directive directives ' +
    'constraint constraints anweisung anweisungen regeln instrucciones règles правила инструкции instruções',
  system: 'system developer admin administrator root operator platform kernel sudo superuser privileged elevated',
  role: 'role persona mode identity unrestricted jailbreak dan character',
  result:
    'result results output response answer reply return returns content antwort réponse respuesta ответ ' +
    'resposta ergebnis',
  parameter:
    'parameter field argument value property input slot attribute column header metadata parámetro champ ' +
    'feld поле параметр campo',
  memory: 'memory memories notes remember recollection profile preference knowledge',
  encode: 'base64 encode encoded hex rot13 decode decoded encrypt compressed obfuscated hash gzip',
  money:
    'amount price payment invoice refund total transfer fee tip donation purchase order checkout affiliate ' +
    'coupon discount sponsor sponsored wallet account',
  agentfile: 'cursorrules readme gitignore workflow makefile dockerfile',
  git: 'commit push branch merge pr remote fork tag',
  settings:
    'setting settings option flag permission permissions allowlist whitelist denylist firewall port tls ssl ' +
    'certificate csp cors scope policy autoapprove',
  trace: 'log logs trace traces history evidence audit cleanup erase wipe purge scrub clear delete',
  'user-says': 'says mentions asks requests wants wishes intends types',
  refuse: 'refuse decline reject refusal hesitate object question doubt stop pause interrupt',
  condition: 'if when whenever unless once while upon wenn falls si cuando cuándo если когда quando se',
  example: 'example such like instance',
}

const classes = classesByWord()
const none: readonly WordHash[] = []

function classesByWord(): ReadonlyMap<WordHash, readonly WordHash[]> {
  const byWord = new Map<WordHash, WordHash[]>()
  for (const [name, list] of Object.entries(words))
    for (const word of new Set(list.split(' ').map((each) => stemHashOf(each))))
      byWord.set(word, [...(byWord.get(word) ?? []), hashOf(`#${name}`)])
  return byWord
}

/** Returns the hashes of the classes that contain a word. */
export const classesOfWord = (word: WordHash): readonly WordHash[] => classes.get(word) ?? none
