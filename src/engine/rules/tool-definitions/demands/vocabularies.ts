/** Words in one language, as parts of patterns. Ignores word order, because it differs between languages. */
export interface Vocabulary {
  /** Verbs that read or forward something. */
  readonly take: string
  readonly secret: string
  readonly talk: string
  /** Verbs that mean to ignore something, and what attacks want the model to ignore. */
  readonly ignore: string
  readonly rules: string
  readonly run: string
  readonly command: string
  /** A condition, an obligation, a parameter, or a recipient. */
  readonly pressure: string
  readonly hide: string
}

const german: Vocabulary = {
  take:
    '(?<!\\p{L})(?:lies|lese\\p{L}*|(?:aus)?gelesen|auszulesen|öffne\\p{L}*|kopier\\p{L}*|überg(?:ib|eben)|' +
    'send(?:e|en|et)|gesendet|schick\\p{L}*|geschickt|übermitt\\p{L}*|übertrag\\p{L}*|hänge|angehängt|füge|' +
    'hinzugefügt|trage|eingetragen|lade|hochgeladen|leite|weitergeleitet|gib|angegeben|mitgegeben)(?!\\p{L})',
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
    'passe[rz]?|place[rz]?|transféré\\w*|transmis\\w*|envoyée?s?|inclu\\w+|ajoute[rz]?|récupère[rz]?|joins|' +
    'fournis\\w*)\\b',
  secret:
    'identifiants|mots? de passe|' +
    "cl(?:é|ef)s? (?:SSH|API|privée|secrète|d'accès)|variables d'environnement|jetons? d'accès",
  talk:
    'historique (?:complet )?(?:de (?:la )?)?(?:conversation|discussion|chat|messages)|' +
    "(?:toute|l'intégralité de) la conversation|(?:prompt|invite) système",
  ignore: '\\b(?:annulées?|ignore[rz]?|oublie[rz]?|contourne[rz]?|désactive[rz]?|néglige[rz]?)\\b',
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
    'incluya|incluir|añade|agrega|adjunta\\w*|obt(?:én|enga)|transmit\\w+|enviarse|enviad[oa]s?|copiarse|' +
    'pasarse|incluirse|mandar?|subir?|reenv\\S+)\\b',
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
  take:
    '\\b(?:leia|ler|abra|copie|copiar|envi[ea]r?|enviad[oa]s?|passe|passar|inclua|incluir|adicione|adicionar|' +
    'anex\\w+|obtenha|' +
    'transmit\\w+|encaminh\\w+|mande)\\b',
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
    'истори\\S{1,2} (?:переписки|диалога|чата|разговора|сообщений)|вс\\S{1,2} (?:переписк|разговор|' +
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
const italian: Vocabulary = {
  take:
    '\\b(?:leggi|leggere|legga|letto|apri|aprire|copia|copiare|invia|inviare|inviat[oaie]|manda|passa|passare|' +
    'includi|includere|aggiungi|allega|allegare|inserisci\\w*|inserire|carica|trasmett\\w+|inoltra\\w*)\\b',
  secret:
    'credenziali|password|chiav[ei] (?:SSH|API|privat[ae]|segret[ae]|di accesso)|variabili d.ambiente|token di accesso',
  talk:
    '(?:cronologia|storico) (?:complet[ao] )?(?:della|delle|dei) (?:conversazione|chat|messaggi)|' +
    '(?:intera|tutta la) conversazione|(?:prompt|messaggio) di sistema',
  ignore: '\\b(?:ignora|ignorare|dimentica|aggira|disattiva|salta|tralascia)\\b',
  rules:
    '(?:istruzioni|regole|direttive) (?:precedenti|di sicurezza|di sistema)|tutte le (?:istruzioni|regole)|' +
    'controlli di sicurezza',
  run: '\\b(?:esegui|eseguire|lancia|avvia)\\b',
  command: '\\b(?:comando|script|curl|wget|bash)\\b',
  pressure:
    '\\b(?:prima|sempre|deve|devi|parametro|segretamente|silenzio|importante|obbligatorio|dopo ogni|ogni)\\b|https?:',
  hide: '\\b(?:senza|non)\\b[^.]{0,40}\\butente',
}
const korean: Vocabulary = {
  take: '읽어|읽고|읽은|읽으|열어|복사|전달|전송|보내|업로드|첨부|포함|넣으|넣어',
  secret: '비밀번호|개인 ?키|자격 ?증명|API ?키|토큰|환경 ?변수',
  talk: '대화 ?(?:기록|내역|내용 전체)|전체 대화|채팅 ?(?:기록|내역)|시스템 프롬프트',
  ignore: '무시|잊어|우회|건너뛰|비활성화',
  rules: '이전(?:의)? ?(?:모든 ?)?(?:지시|명령|규칙)|위의 (?:지시|명령)|모든 (?:지시|규칙)|보안 (?:검사|규칙|정책)',
  run: '실행',
  command: '명령|스크립트|curl|wget|bash',
  pressure: '전에|반드시|먼저|항상|매번|매개변수|파라미터|몰래|중요|https?:|후에',
  hide: '사용자[^.]{0,20}(?:않|말고|말아|마세요|모르게)',
}

/** Vocabularies for languages other than English. */
export const vocabularies = [
  ['German', german],
  ['French', french],
  ['Spanish', spanish],
  ['Portuguese', portuguese],
  ['Chinese', chinese],
  ['Japanese', japanese],
  ['Russian', russian],
  ['Italian', italian],
  ['Korean', korean],
] as const satisfies readonly (readonly [string, Vocabulary])[]
