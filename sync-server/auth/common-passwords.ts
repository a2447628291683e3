/**
 * The passwords of eight and more characters that guessers try first (shorter ones are refused anyhow).
 * Compared in lower case.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321 123123123 123321123
  11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 55555555 66666666 77777777 88888888
  99999999 11223344 1122334455 12341234 12344321 123454321 10203040 147258369 159753456 741852963 789456123
  password password1 password12 password123 password1234 password! p@ssw0rd p@ssword passw0rd passwort
  passwort1 mypassword motdepasse contraseña contrasena senha123 password01 pass1234 passpass
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertz123 azertyuiop asdfghjk asdfghjkl
  asdfasdf asdf1234 zxcvbnm1 1qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zaq12wsx
  qazwsxedc abcd1234 abcdefgh abc12345 abc123456 a1b2c3d4 aa123456 aaaaaaaa
  iloveyou iloveyou1 ilovegod sunshine sunshine1 princess princess1 football football1 baseball baseball1
  basketball superman superman1 spiderman starwars pokemon1 pokemon123 minecraft whatever computer internet
  samsung1 michelle michael1 jennifer jessica1 charlie1 liverpool liverpool1 chelsea1 arsenal1 butterfly
  chocolate trustno1 welcome1 welcome123 letmein1 letmein123 changeme changeme1 admin123 admin1234
  administrator adminadmin root1234 testtest test1234 default1 secret123 dragon123 monkey123 master123
  shadow123 hello123 freedom1 corvette maverick mercedes victoria alexander`.split(/\s+/),
);

/** Whether a password is among those that everybody tries first. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}
