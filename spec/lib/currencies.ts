/*
 * The active codes of ISO 4217, list one, as of 2026 (BGN was withdrawn in 2026; XCG and ZWG replaced ANG and ZWL). We
 * keep the list by hand because the runtime's list comes from CLDR, which has withdrawn codes, lacks some active ones
 * and gives others a different exponent (HUF, IQD, …). Codes without a smallest unit (gold XAU, drawing rights XDR,
 * testing XTS, no currency XXX, …) are left out, because no amount can be expressed in them.
 */
const codesByExponent: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
      COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
      INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
      MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
      STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Decimal places of every active currency, by its upper-case code. */
export const currencyExponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(exponent)]),
  ),
)
