import t from 'tap'
import { mailSuggestion } from '../../form/frame/fields/mail-domains.ts'

t.test('a mistyped domain of a common provider is recognised', async (t) => {
  const mistyped = {
    'gmial.com': 'gmail.com',
    'gmai.com': 'gmail.com',
    'gmail.co': 'gmail.com',
    'gmail.fr': 'gmail.com',
    'GMAIL.CON': 'gmail.com',
    'gogglemail.com': 'googlemail.com',
    'hotmail.con': 'hotmail.com',
    'hotnail.com': 'hotmail.com',
    'outlok.com': 'outlook.com',
    'yaho.fr': 'yahoo.fr',
    'yahoo.co.ku': 'yahoo.co.uk',
    'icloud.cm': 'icloud.com',
    'web.ed': 'web.de',
    'wbe.de': 'web.de',
    'gmx.ed': 'gmx.de',
    't-onlin.de': 't-online.de',
    'orang.fr': 'orange.fr',
    'liberp.it': 'libero.it',
    'uol.com.rb': 'uol.com.br',
    'seznma.cz': 'seznam.cz',
    'doccomo.ne.jp': 'docomo.ne.jp',
    'my-company.con': 'my-company.com',
  }
  for (const [typed, meant] of Object.entries(mistyped))
    t.equal(mailSuggestion(`Ada.Lovelace@${typed}`), `Ada.Lovelace@${meant}`, typed)
})

t.test('domains that exist, or that are nobody’s typing mistake, are left alone', async (t) => {
  const fine =
    'gmail.com mail.com email.com ymail.com web.de weg.de gmx.at gmx.net me.com live.dk yahoo.se hotmail.cz qq.com ' +
    'outlook.sk example.com shop.example fb.com uni-koeln.de company.co company.cm aol.de free.fr hetzner.de orange.com'
  for (const domain of fine.split(' ')) t.equal(mailSuggestion(`ada@${domain}`), null, domain)
  for (const text of ['', 'ada', 'ada@', '@gmial.com', 'ada lovelace@gmial.com', 'ada@gmial'])
    t.equal(mailSuggestion(text), null, text)
})
