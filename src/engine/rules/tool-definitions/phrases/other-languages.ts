import { type Pattern, pattern } from '../keywords/pattern.ts'

/** `do not tell the user` in other languages. Quoted or negated matches are rare enough in these. */
export const silenceElsewhere: readonly Pattern[] = [
  pattern(
    new RegExp(
      String.raw`\b(?:erwähne?|sage?|sagen|teile|verrate|zeige?|nenne|informiere?|erzähle?)\b[^]{0,80}(?:Nutzer|` +
        String.raw`Benutzer|Anwender|Mensch)[^]{0,40}\b(?:nicht|nie|niemals|nichts)\b|` +
        String.raw`\bohne (?:den|die|das) (?:Nutzer|Benutzer|Anwender)\w* zu (?:informieren|fragen)\b`,
      'gi',
    ),
  ),
  pattern(
    new RegExp(
      String.raw`\bne (?:(?:le|lui|l')\s*)?(?:dis|dites|mentionne|mentionnez|révèle|révélez|parle|parlez|informe|` +
        String.raw`informez)\b[^]{0,60}\butilisateur|\bsans (?:(?:lui )?en |l'en )?(?:parler|informer|prévenir|` +
        String.raw`avertir)\b`,
      'gi',
    ),
  ),
  pattern(
    new RegExp(
      String.raw`\bno (?:(?:le|se lo)\s+)?(?:digas|diga|menciones|mencione|informes|informe|reveles|` +
        String.raw`revele)\b[^]{0,60}\busuario|\bsin (?:informar|avisar|decirle) al usuario`,
      'gi',
    ),
  ),
  pattern(
    new RegExp(
      String.raw`\bnão (?:diga|digas|mencione|informe|revele|conte)\b[^]{0,60}\busu[aá]rio|` +
        String.raw`\bsem (?:informar|avisar) (?:a)?o usu[aá]rio`,
      'gi',
    ),
  ),
  pattern(
    new RegExp(
      String.raw`\bohne (?:es |das |dies |davon )?(?:im |in |gegenüber )?[^,.;]{0,30}\bzu (?:erwähnen|sagen|` +
        String.raw`melden|verraten)\b|(?:Nutzer|Benutzer|Anwender|Mensch)\w* (?:muss|soll|darf|braucht|` +
        String.raw`sollte)\b[^.;]{0,30}\b(?:nicht|nichts|nie)\b[^.;]{0,20}\b(?:wissen|erfahren|merken|sehen)`,
      'gi',
    ),
  ),
  pattern(
    new RegExp(
      String.raw`\b(?:usuario|usuária|usuário|utente|utilisateur|utilizador) (?:no|não|non|n'a pas|` +
        String.raw`ne)\b[^.;]{0,30}\b(?:enterarse|saber|saberlo|ver|verlo|notar|sapere|sapperlo|vedere|savoir|` +
        String.raw`voir)\b|\bgebruiker\w* (?:hoeft|mag|moet)\b[^.;]{0,20}\bniet\b[^.;]{0,20}\b(?:weten|zien|merken)`,
      'gi',
    ),
  ),
  pattern(
    /(?:不要|请勿|切勿|不得|别)[^]{0,8}(?:告诉|告知|提及|通知|透露|提醒)[^]{0,8}(?:用户|使用者|用戶)|(?:不要|请勿|切勿)向(?:用户|用戶)[^]{0,8}(?:提及|透露|说明|展示)/g,
  ),
  pattern(/(?:ユーザー|利用者)[^]{0,20}(?:知らせ|伝え|言わ|教え|話さ|告げ)(?:ない|ず)/g),
]

/** `ignore previous instructions` in other languages. */
export const overrideElsewhere: readonly Pattern[] = [
  pattern(
    new RegExp(
      String.raw`\b(?:ignoriere?|ignorieren|vergiss|missachte|übergehe)\b[^]{0,40}\b(?:vorherige|bisherige|` +
        String.raw`frühere|obige|vorige)\w*\b[^]{0,30}(?:Anweisung|Instruktion|Regel|Vorgabe)`,
      'gi',
    ),
  ),
  pattern(
    new RegExp(
      String.raw`\b(?:ignore|ignorez|oublie|oubliez)\b[^]{0,40}\b(?:instructions|consignes|` +
        String.raw`règles)\b[^]{0,30}\b(?:précédentes|antérieures|ci-dessus)`,
      'gi',
    ),
  ),
  pattern(
    new RegExp(
      String.raw`\b(?:ignora|ignore|olvida|olvide)\b[^]{0,40}\b(?:instrucciones|reglas|instruções|` +
        String.raw`regras)\b[^]{0,20}\b(?:anteriores|previas|prévias)`,
      'gi',
    ),
  ),
  pattern(/(?:忽略|无视|忘记|忽視)[^]{0,12}(?:之前|以上|先前|此前)[^]{0,8}(?:指令|指示|规则|提示|說明)/g),
  pattern(/(?:以前|これまで|上記)の[^]{0,8}(?:指示|命令|ルール)[^]{0,6}(?:無視|忘れ)/g),
]
