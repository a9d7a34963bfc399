/** Words that attackers try first, in lower case and without the digits and signs that people add around them. */
const words = `
password passwort passw0rd p@ssword p@ssw0rd motdepasse contrasena contraseña passwordpassword mypassword newpassword
yourpassword changeme changemenow letmein letmeinplease welcome welcomehome iloveyou iloveyouso trustno administrator
administration admin adminadmin superuser superman batman spiderman starwars pokemon football baseball basketball
liverpool liverpoolfc manchester chelsea arsenal juventus barcelona realmadrid princess sunshine sunshines shadow
master dragon monkey monkeys jordan michael jennifer jessica charlie charlotte elizabeth alexander christopher
samantha victoria nicholas benjamin qwerty qwertyuiop qwertyqwerty qwertzuiop azertyuiop asdfghjkl asdfasdfasdf
zxcvbnm qazwsxedc qazwsx zaqxsw qweasdzxc qweasd asdfgh internet computer computers security secret secrets mysecret
topsecret default defaultpassword temporary temppassword testtest testtesttest testing testpassword guestguest
whatever nothing something anything everything facebook google microsoft windows apple samsung minecraft fortnite
whatsapp instagram summertime winter autumn spring january february september october november december monday friday
saturday sunday hello helloworld hellohello goodmorning goodbye butterfly chocolate cheesecake strawberry blueberry
loveyou loveme lovely lovelove forever foreveryoung freedom happiness beautiful angel angels blessed jesus jesuschrist
christ heaven correcthorsebatterystaple abcabc abcdabcd abcdefabcdef onetwothree access accessgranted login loginlogin
servicepay payments merchant
`

const digits = [
  '1234567890',
  '0123456789',
  '9876543210',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  'q1w2e3r4t5',
  '1qaz2wsx3edc',
  '123qweasdzxc',
  '12345qwert',
  'a1b2c3d4e5',
  'abc123abc123',
  '123abc123abc',
  '1111122222',
  '1212121212',
  '1234512345',
  '123412341234',
  '123123123123',
  '987654321',
  '1029384756',
  '3141592653',
  '2718281828',
]

export const commonPasswords: ReadonlySet<string> = new Set([...words.trim().split(/\s+/), ...digits])
