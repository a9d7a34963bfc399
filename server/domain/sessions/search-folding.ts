/** Letters that Unicode does not decompose into a Latin letter and marks. Й and Ї are looked up before marks go. */
const latin: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', ß: 'ss', ı: 'i', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŋ: 'n', ŧ: 't' },
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm' },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh' },
  ...{ щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i', ї: 'yi', є: 'ye', ґ: 'g' },
  ...{ ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѕ: 'dz' },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
}

function toLatin(text: string): string {
  return text.replace(/[\u00df-\u017f\u0370-\u03ff\u0400-\u04ff]/g, (letter) => latin[letter] ?? letter)
}

/** Lower case, without accents and full width, and with Cyrillic and Greek in Latin letters. */
export function folded(text: string): string {
  // Most texts are ASCII, and a search goes through many of them.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  const lower = toLatin(text.normalize('NFKC').toLowerCase())
  return toLatin(lower.normalize('NFKD').replace(/\p{M}+/gu, ''))
}
