import { expect, it } from "vitest";
import { personalEmailDomains } from "#domain/vocabulary";
import { isSharedMailDomain } from "./sharedMailDomains";

it.each([
  ...personalEmailDomains,
  ..."gmx.de gmx.net gmx.at gmx.ch yahoo.co.uk yahoo.de yahoo.co.jp qq.com 163.com 126.com web.de t-online.de".split(
    " ",
  ),
  ..."orange.fr free.fr laposte.net libero.it mail.ru ya.ru yandex.ru naver.com seznam.cz wp.pl uol.com.br".split(
    " ",
  ),
  ..."hotmail.co.uk outlook.de live.nl pm.me tutanota.com fastmail.com hey.com zoho.com comcast.net btinternet.com".split(
    " ",
  ),
  ..."mailinator.com guerrillamail.com 10minutemail.com yopmail.com temp-mail.org trashmail.com maildrop.cc".split(
    " ",
  ),
  ..."duck.com mozmail.com simplelogin.com anonaddy.me burnermail.io mail.tm 1secmail.com".split(" "),
  "mail.gmx.de",
  "anything.mailinator.com",
])("%s is shared by strangers", async (domain) => {
  expect(await isSharedMailDomain(domain)).toBe(true);
});

it.each(
  "blackrock.com jpmorgan.com fidelity.com securitize.io ondo.finance firm.example gmx.de.firm.example xn--e1afmkfd.xn--p1ai mit.edu".split(
    " ",
  ),
)("%s is a firm's own", async (domain) => {
  expect(await isSharedMailDomain(domain)).toBe(false);
});
