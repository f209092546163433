import { secretPath } from '../phrases/secret-paths.ts'
import type { DemandKind } from './kinds.ts'

/** The words of one language, as parts of patterns. Word order differs between languages, so it is not considered. */
interface Vocabulary {
  /** Verbs that read something or pass it on. */
  readonly take: string
  readonly secret: string
  readonly talk: string
  /** Verbs that set something aside, and what attacks want to set aside. */
  readonly ignore: string
  readonly rules: string
  readonly run: string
  readonly command: string
  /** A condition, an obligation, a parameter, or a receiver. */
  readonly pressure: string
  readonly hide: string
}

const german: Vocabulary = {
  take:
    '\\b(?:lies|lese|lesen|gelesen|öffne|kopier\\w*|überg(?:ib|eben)|send(?:e|en)|gesendet|' +
    'schick\\w*|übermittel\\w*|hänge|füge|trage|lade|leite)\\b',
  secret:
    'Zugangsdaten|Passw(?:ort|ört)|(?:SSH|API)-?(?:Schlüssel|Key)|privaten? Schlüssel|Anmeldedaten|Umgebungsvariable',
  talk:
    '(?:Gesprächs|Chat|Konversations|Nachrichten)verlauf|(?:gesamte|ganze|bisherige|' +
    'vollständige)\\w* (?:Unterhaltung|Konversation|Gespräch|Dialog)|System-?prompt',
  ignore: '\\b(?:ignorier\\w*|missacht\\w*|vergiss|umgeh\\w*|übergeh\\w*|deaktivier\\w*|überspring\\w*)',
  rules:
    '(?:vorherige|bisherige|frühere|obige|alle)\\w* (?:Anweisung|Instruktion|Regel|Vorgabe|' +
    'Richtlinie)|Sicherheits(?:regel|prüfung|richtlinie|hinweis)',
  run: '\\b(?:führe|ausführen|ausgeführt|starte)\\b',
  command: '\\b(?:Befehl|Kommando|Skript|curl|wget|bash)\\b',
  pressure:
    '\\b(?:bevor|vor jed\\w+|immer|zuerst|zunächst|muss|müssen|Parameter|heimlich|stillschweigend|' +
    'wichtig|sonst|anschließend|nach jed\\w+)\\b|https?:',
  hide:
    '(?:Nutzer|Benutzer|Anwender)\\w*[^.]{0,40}\\b(?:nicht|nichts|nie)\\b|' +
    '\\bohne[^.]{0,40}(?:Nutzer|Benutzer|Anwender)',
}
const french: Vocabulary = {
  take:
    '\\b(?:lis|lire|lisez|ouvre|ouvrez|copie[rz]?|transmet\\w*|transmission|envo(?:ie|yez|yer)|' +
    'passe[rz]?|inclu\\w+|ajoute[rz]?|récupère[rz]?|joins|fournis\\w*)\\b',
  secret:
    'identifiants|mots? de passe|' +
    "cl(?:é|ef)s? (?:SSH|API|privée|secrète|d'accès)|variables d'environnement|jetons? d'accès",
  talk:
    'historique (?:complet )?(?:de (?:la )?)?(?:conversation|discussion|chat|messages)|' +
    "(?:toute|l'intégralité de) la conversation|(?:prompt|invite) système",
  ignore: '\\b(?:ignore[rz]?|oublie[rz]?|contourne[rz]?|désactive[rz]?|néglige[rz]?)\\b',
  rules:
    '(?:instructions|consignes|règles) (?:précédentes|antérieures|de sécurité|système|ci-dessus)|' +
    'toutes les (?:instructions|consignes|règles)|contrôles de sécurité',
  run: '\\b(?:exécute[rz]?|lance[rz]?)\\b',
  command: '\\b(?:commande|script|curl|wget|bash)\\b',
  pressure:
    "\\b(?:avant|toujours|d'abord|doit|devez|dois|paramètre|secrètement|" +
    'discrètement|important|obligatoire|sinon|après chaque|chaque)\\b|https?:',
  hide: '\\b(?:sans|ne)\\b[^.]{0,40}\\butilisateur',
}
const spanish: Vocabulary = {
  take:
    '\\b(?:lee|lea|leer|abre|abra|copia|copie|copiar|env(?:ía|íe|iar)|pasa|pase|pasar|incluye|' +
    'incluya|incluir|añade|agrega|adjunta|obt(?:én|enga)|transmite)\\b',
  secret:
    'credenciales|contraseñas?|claves? (?:SSH|API|privadas?|secretas?|de acceso)|variables de ' +
    'entorno|tokens? de acceso',
  talk:
    'historial (?:completo )?(?:de )?(?:la |el )?(?:conversación|chat|mensajes)|(?:toda|completa) ' +
    'la conversación|conversación completa|(?:prompt|mensaje) del sistema',
  ignore: '\\b(?:ignora|ignore|ignorar|olvida|olvide|omite|omita|evita|desactiva|desactive|salta)\\b',
  rules:
    '(?:instrucciones|reglas|directrices) (?:anteriores|previas|de seguridad|del sistema)|todas las ' +
    '(?:instrucciones|reglas)|controles de seguridad',
  run: '\\b(?:ejecuta|ejecute|ejecutar|lanza)\\b',
  command: '\\b(?:comando|orden|script|curl|wget|bash)\\b',
  pressure:
    '\\b(?:antes|siempre|primero|debe|debes|parámetro|secretamente|silencio|importante|obligatorio|' +
    'después de cada|cada)\\b|https?:',
  hide: '\\b(?:sin|no)\\b[^.]{0,40}\\busuario',
}
const portuguese: Vocabulary = {
  take: '\\b(?:leia|ler|abra|copie|copiar|envi[ea]r?|passe|passar|inclua|incluir|adicione|anexe|obtenha|transmita)\\b',
  secret:
    'credenciais|senhas?\\b|chaves? (?:SSH|API|privadas?|secretas?|de API|de acesso)|variáveis de ' +
    'ambiente|tokens? de acesso',
  talk:
    'histórico (?:completo )?(?:da|de|do) (?:conversa|chat|mensagens)|(?:toda|inteira) a conversa|' +
    'conversa (?:completa|inteira)|(?:prompt|mensagem) do sistema',
  ignore: '\\b(?:ignore|ignorar|esqueça|desconsidere|contorne|desative|pule)\\b',
  rules:
    '(?:instruções|regras|diretrizes) (?:anteriores|prévias|de segurança|do sistema)|todas as ' +
    '(?:instruções|regras)|verificações de segurança',
  run: '\\b(?:execute|executar|rode)\\b',
  command: '\\b(?:comando|script|curl|wget|bash)\\b',
  pressure:
    '\\b(?:antes|sempre|primeiro|deve|parâmetro|secretamente|silenciosamente|importante|obrigatório|' +
    'após cada|cada)\\b|https?:',
  hide: '\\b(?:sem|não)\\b[^.]{0,40}\\busu[áa]rio',
}
const chinese: Vocabulary = {
  take: '读取|读出|打开|复制|传递|传入|发送|上传|附加|包含|写入|提交|转发',
  secret: '密钥|私钥|密码|凭证|凭据|令牌|环境变量',
  talk: '对话历史|聊天记录|完整对话|全部对话|会话记录|系统提示',
  ignore: '忽略|无视|绕过|跳过|禁用|忘记|不要遵守',
  rules:
    '之前的(?:所有)?(?:指令|指示|规则)|以上(?:指令|指示|规则)|所有(?:指令|规则)|安全(?:检查|规则|策略|限制)|系统(?:指令|提示)',
  run: '执行|运行',
  command: '命令|脚本|curl|wget|bash',
  pressure: '之前|必须|首先|总是|每次|参数|静默|悄悄|重要|否则|https?:|务必|之后',
  hide: '(?:不要|请勿|切勿|别|无需|不得)[^。]{0,12}(?:用户|用戶|使用者)',
}
const japanese: Vocabulary = {
  take: '読み取|読み込|読んで|開いて|コピー|渡し|送信|送って|アップロード|含め|添付|転送',
  secret: '秘密鍵|パスワード|認証情報|APIキー|トークン|環境変数|資格情報',
  talk: '会話履歴|チャット履歴|会話全体|全ての会話|すべての会話|システムプロンプト',
  ignore: '無視|忘れ|回避|無効に|スキップ|従わない',
  rules:
    '以前の(?:指示|命令|ルール)|これまでの(?:指示|命令)|上記の指示|すべての(?:指示|ルール)|セキュリティ(?:チェック|ルール|確認)|安全(?:確認|対策)',
  run: '実行',
  command: 'コマンド|スクリプト|curl|wget|bash',
  pressure: '前に|必ず|まず|常に|毎回|パラメータ|密かに|こっそり|重要|https?:|してください|後に',
  hide: '(?:ユーザー|利用者)[^。]{0,30}(?:ない|ず)',
}
const russian: Vocabulary = {
  take: 'прочита|прочти|открой|скопиру|переда|отправ|включи|добав|загрузи|приложи|перешли',
  secret:
    'пароли|пароль|учётные данные|учетные данные|(?:закрыт|приватн|секретн)\\S{1,4} ключ|' +
    'ключ\\S{0,2} (?:API|SSH)|API-ключ|SSH-ключ|переменные окружения|токен',
  talk:
    'истори\\S{1,2} (?:переписки|диалога|чата|разговора|сообщений)|вс[юе] (?:переписку|разговор|' +
    'диалог)|системн\\S{1,4} (?:промпт|подсказк)',
  ignore: 'игнориру|забудь|обойди|пропусти|отключи|не обращай внимания',
  rules:
    '(?:предыдущие|прежние|все) (?:инструкции|указания|правила)|правила безопасности|' +
    'проверк\\S{1,2} безопасности|системные инструкции',
  run: 'выполни|запусти',
  command: 'команд|скрипт|curl|wget|bash',
  pressure: 'перед|всегда|сначала|должен|обязательно|параметр|тайно|незаметно|важно|https?:|после кажд',
  hide: '(?:не|без)(?=[^.]{0,40}пользовател)[^.]{0,40}(?:говори|сообща|упомина|уведом|раскрыва|ведома)',
}

interface Compiled {
  readonly name: Language
  readonly patterns: Readonly<Record<keyof Vocabulary, RegExp>>
}

export const languages = ['German', 'French', 'Spanish', 'Portuguese', 'Chinese', 'Japanese', 'Russian'] as const
export type Language = (typeof languages)[number]

const compiled: readonly Compiled[] = (
  [
    ['German', german],
    ['French', french],
    ['Spanish', spanish],
    ['Portuguese', portuguese],
    ['Chinese', chinese],
    ['Japanese', japanese],
    ['Russian', russian],
  ] as const
).map(([name, words]) => ({
  name,
  patterns: {
    take: new RegExp(words.take, 'iu'),
    secret: new RegExp(`${words.secret}|${secretPath}`, 'i'),
    talk: new RegExp(words.talk, 'i'),
    ignore: new RegExp(words.ignore, 'i'),
    rules: new RegExp(words.rules, 'i'),
    run: new RegExp(words.run, 'i'),
    command: new RegExp(words.command, 'i'),
    pressure: new RegExp(words.pressure, 'i'),
    hide: new RegExp(words.hide, 'i'),
  },
}))

/** A demand in a language other than English. */
export interface ForeignDemand {
  readonly kind: DemandKind
  readonly language: Language
}

/** Signs of the scripts and the languages, so that English sentences are not searched for each of them. */
const signs: Readonly<Record<Language, RegExp>> = {
  German: /\b(?:und|der|die|das|den|dem|ein|eine|alle|nicht|als|wird|ist|im)\b/i,
  French: /\b(?:et|le|la|les|des|du|une?|dans|pour|avant|toutes?)\b/i,
  Spanish: /\b(?:y|el|la|los|las|del?|una?|para|antes|todas?)\b/i,
  Portuguese: /\b(?:e|o|a|os|as|d[aoe]s?|uma?|para|antes|todas?)\b/i,
  Chinese: /[\u4e00-\u9fff]/,
  Japanese: /[\u3040-\u30ff]/,
  Russian: /[\u0430-\u044f]{3}/i,
}

/** Returns the sentences of a text as it is written: without Latin letters instead of look-alikes. */
export const rawSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|[\n\u3002\uff01\uff1f]/)
    .map((sentence) => sentence.trim().slice(0, maxLength))
    .filter((sentence) => sentence.length >= 6)

/** Maximum length of a sentence, in UTF-16 code units. */
const maxLength = 700

/** Returns what a sentence in another language demands. */
export function demandInOtherLanguage(text: string): ForeignDemand | undefined {
  for (const { name, patterns } of compiled) {
    if (!signs[name].test(text)) continue
    const kind = kindOf(text, patterns)
    if (kind) return { kind, language: name }
  }
  return undefined
}

function kindOf(text: string, words: Compiled['patterns']): DemandKind | undefined {
  if (words.rules.test(text) && isDemanded(text, words.ignore)) return 'safety'
  const isTaken = isDemanded(text, words.take)
  const isRun = !isTaken && words.run.test(text)
  if (!isTaken && !isRun) return undefined
  const isPressed = words.pressure.test(text) || words.hide.test(text)
  if (isTaken && isPressed && isDemanded(text, words.talk)) return 'conversation'
  if (isTaken && isPressed && isDemanded(text, words.secret)) return 'secret'
  return words.run.test(text) && words.command.test(text) && /curl|wget|bash|rm -rf/i.test(text) && isPressed
    ? 'command'
    : undefined
}

const negatedBefore = new RegExp(
  String.raw`(?:(?<!\p{L})(?:nunca|no|jam[áa]s|nie|niemals|nicht|keine?\p{L}?|jamais|ne|n\u00e3o|nem|не|` +
    String.raw`никогда)(?!\p{L})|不要|请勿|切勿|禁止|不得)[^.,]{0,20}$`,
  'iu',
)
/** Japanese negates at the end of the verb, and German often at the end of the clause. */
const negatedAfter = /^[^。]{0,6}(?:ない|ません)|^[^.,;!?]{0,80}(?<!\p{L})nicht(?!\p{L})/iu

/** Whether a word is in a text without a negation. */
function isDemanded(text: string, word: RegExp): boolean {
  const match = word.exec(text)
  if (!match) return false
  const end = match.index + match[0].length
  return (
    !negatedBefore.test(text.slice(Math.max(match.index - 30, 0), match.index)) &&
    !negatedAfter.test(text.slice(end, end + 100))
  )
}
