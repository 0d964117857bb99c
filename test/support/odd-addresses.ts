/**
 * Addresses that were used to attack programs through the opening of links, each scheme in four
 * spellings.
 */
const SCHEMES = [
  ...['file:///etc/passwd', 'smb://host/share', 'javascript:alert(1)', 'data:text/html,<p>out'],
  ...['vbscript:msgbox(1)', 'ms-msdt:/id PCWDiagnostic', 'search-ms:query=calc', 'shell:startup'],
  ...['ssh://host', 'tel:+5511999999999', 'mailto:a@example.com', 'ftp://host/file', 'sftp://host'],
  ...['telnet://host', 'ldap://host', 'jar:https://host!/x', 'view-source:https://host'],
  ...['chrome://settings', 'devtools://devtools/bundled/inspector.html', 'about:srcdoc'],
  ...['blob:https://host/1', 'filesystem:https://host/temporary/x', 'intent://host#Intent;end'],
  ...['steam://run/1', 'vscode://file/etc/passwd', 'ms-excel:ofv|u|https://host/x.xls'],
  ...['\\\\host\\share', 'http://user:word@host', 'https://xn--e1awd7f.example', 'cuepoint://open'],
]

const SPELLINGS: ((address: string) => string)[] = [
  (address) => address,
  (address) => address.replace(/^[^:]+/, (scheme) => scheme.toUpperCase()),
  (address) => ` \t${address}`,
  (address) => `${address}%00.txt`,
]

export const ODD_ADDRESSES = SCHEMES.flatMap((address) => SPELLINGS.map((spell) => spell(address)))

const UPWARDS = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%2f..', '..%5c..', '..\\..', '...', '..;']
const TARGETS = [
  'etc/passwd',
  'package.json',
  'main/index.cjs',
  'preload/index.cjs',
  'desk/desk.db',
]

/** Addresses of the app's own scheme that name none of its files. */
export const ODD_PLACES = [
  ...UPWARDS.flatMap((up) => TARGETS.map((target) => `app://desk/assets/${up}/${up}/${target}`)),
  'app://desk//etc/passwd',
  'app://desk//index.html',
  'app://desk/index.html%00.js',
  'app://desk/index.html/',
  'app://desk/index.html.',
  'app://desk/INDEX.HTML',
  'app://desk/__proto__',
  'app://desk/constructor',
  'app://desk/C:/Windows/win.ini',
  'app://desk/%2fetc%2fpasswd',
  'app://other/index.html',
  'app://desk.other/index.html',
  'app://me@desk/index.html',
  'app://desk@other/index.html',
  'app:index.html',
]
