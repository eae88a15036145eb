"""How facts are asked for in Japanese and Chinese.

Data only; any thread. They have no spaces: phrases are looked for as they stand, the longest first.
"""

from __future__ import annotations

import re

from engine.answers.goods_asked import IN_CHINESE, IN_JAPANESE
from engine.answers.labels import phrases
from engine.answers.tongue import CAPTION, LINES, MARKDOWN, READ, Tongue

JAPANESE = Tongue(
    refusal="ここには「{named}」が見当たりません。",
    unsure=IN_JAPANESE.unsure,
    counted=IN_JAPANESE.counted,
    kinds={
        "total": phrases("合計, 合計金額, 総額, 総計, 税込, 税込金額, 請求金額, 請求額, お会計, トータル"),
        "subtotal": phrases("小計, 税抜, 税抜き, 税抜金額, 税別"),
        "tax": phrases("税金, 消費税, 税額, 税"),
        "balance": phrases("残高, 未払い, 未払額, 残金, 残額, 未払い金額"),
        "date": phrases("日付, 発行日, 請求日, 年月日, 何日, 日にち, 購入日, 請求書の日付"),
        "due": phrases("支払期限, 支払い期限, 期日, 期限, 締め切り, 締切, 支払期日, いつまで, いつまでに"),
        "vendor": phrases(
            "店名, 店, お店, 店の名前, お店の名前, 会社, 会社名, 発行者, 発行元, 請求元, 誰から, "
            "売り手, 販売者"
        ),
        "number": phrases(
            "請求書番号, 領収書番号, 伝票番号, レシート番号, 請求番号, 請求書の番号, 領収書の番号, "
            "レシートの番号"
        ),
        "order": phrases("注文番号, 発注番号"),
        "customer": phrases("顧客番号, お客様番号, 会員番号"),
        "paid": phrases("支払済み, 支払い済み, 入金額, 支払額, 支払った金額, 前払い"),
        "cash": phrases("現金, お預かり, 預かり金額"),
        "change": phrases("お釣り, おつり, 釣り銭"),
        "discount": phrases("割引, 値引き, 値引"),
        "shipping": phrases("送料, 配送料"),
        "time": phrases("時刻, 時間, 何時, 何時に, 購入時刻"),
        "phone": phrases("電話番号, 電話, 連絡先"),
        "email": phrases("メールアドレス, メール, eメール, 電子メール"),
        "website": phrases("ウェブサイト, サイト, ホームページ, url"),
        "address": phrases("住所, 所在地, 店の住所"),
        "rate": phrases("税率, 消費税率"),
        "currency": phrases("通貨, 何の通貨"),
        **IN_JAPANESE.kinds,
        LINES: phrases("行数, 何行, 行の数"),
        CAPTION: phrases("これは何, 何の画像, 何の写真, どんな画像, 画像の種類, 書類の種類, 何の書類"),
    },
    fillers=frozenset(
        phrases(
            "です, でした, は, が, の, を, に, も, と, で, へ, か, な, ね, よ, この, その, これ, "
            "それ, 何, なに, なん, いくら, いつ, どこ, 誰, どの, 教えて, 教え, ください, 下さい, "
            "お願いします, お願い, してください, ますか, ます, あります, ある, 書いて, 見せて, "
            "レシート, 領収書, 請求書, 伝票, 画像, 写真, ページ, 書類, 全部, 支払う, 払う, お, "
            "いい, 支払えば, 払えば, 良い, いくつ, なんですか, ですか, さん, 名前, 金額, 番号, "
            "必要, って, じゃあ, それと, 買った, 買い, した, から, 発行, された, まで, 支払い, "
            "支払, どれ, 値, 項目, ました, ましたか, それぞれ, 両方"
        )
    ),
    weak={
        "goods": IN_JAPANESE.one,
        "total": phrases("いくら, 金額, 値段"),
        "date": phrases("いつ"),
        "vendor": phrases("誰, どこ"),
        "number": phrases("番号"),
    },
    price_forms=(
        re.compile(r"(\S+?)(?:は|の(?:値段|価格)は?)(?:いくら|何円)(?:でしたか|でした|ですか|だった)?"),
    ),
    spaced=False,
    reads={
        READ: phrases(
            "読んで, 読み取って, 読み取り, 読む, 文字起こし, テキスト, 全文, 本文, 文字, 残り, 内容, "
            "ぜんぶ, すべて, 全て, 何て書いてある, 何と書いてある, 書いてあること"
        ),
        MARKDOWN: phrases("マークダウン, markdown"),
    },
)
CHINESE = Tongue(
    refusal="这里没有找到“{named}”。",
    unsure=IN_CHINESE.unsure,
    counted=IN_CHINESE.counted,
    kinds={
        "total": phrases(
            "总计, 合计, 总额, 总金额, 总价, 总共, 一共, 总数, 總計, 合計, 總額, 總金額, 總共, 应付金额, 共计"
        ),
        "subtotal": phrases("小计, 税前, 不含税, 小計, 稅前, 不含稅, 净额"),
        "tax": phrases("税额, 税, 税金, 增值税, 稅, 稅額, 税款"),
        "balance": phrases("应付余额, 余额, 未付, 欠款, 尚欠, 餘額, 待付, 未付金额"),
        "date": phrases("日期, 开票日期, 发票日期, 哪天, 哪一天, 几号, 發票日期, 開票日期, 购买日期"),
        "due": phrases(
            "到期日, 付款期限, 截止日期, 到期, 期限, 最晚什么时候付款, 付款截止日期, 什么时候到期"
        ),
        "vendor": phrases(
            "店名, 商家, 商店, 店, 哪家店, 卖家, 公司, 销售方, 供应商, 商店名称, 开票方, 賣家, "
            "谁开的, 哪家公司"
        ),
        "number": phrases(
            "发票号码, 发票号, 发票编号, 收据号, 收据编号, 单号, 發票號碼, 发票的号码, 收据号码"
        ),
        "order": phrases("订单号, 订单编号, 訂單號, 订单号码"),
        "customer": phrases("客户编号, 客户号, 客戶編號, 客户号码"),
        "paid": phrases("已付金额, 已付, 已支付, 定金, 付了多少, 付了多少钱"),
        "cash": phrases("现金, 現金"),
        "change": phrases("找零, 找钱, 找回"),
        "discount": phrases("折扣, 优惠, 優惠"),
        "shipping": phrases("运费, 運費, 邮费"),
        "time": phrases("时间, 几点, 时刻, 几点几分, 時間"),
        "phone": phrases("电话, 电话号码, 联系电话, 手机号, 電話, 電話號碼"),
        "email": phrases("电子邮箱, 邮箱, 电子邮件, 邮件地址, 邮箱地址"),
        "website": phrases("网站, 网址, 主页"),
        "address": phrases("地址, 住址, 商店地址"),
        "rate": phrases("税率, 稅率"),
        "currency": phrases("货币, 币种, 貨幣, 什么货币"),
        **IN_CHINESE.kinds,
        LINES: phrases("行数, 多少行, 几行, 幾行"),
        CAPTION: phrases("这是什么, 什么图片, 什么样的图片, 图片类型, 文件类型, 這是什麼, 这是什么图片"),
    },
    fillers=frozenset(
        phrases(
            "是, 的, 在, 了, 吗, 呢, 吧, 啊, 请, 請, 告诉我, 告訴我, 我, 要, 这, 這, 那, 个, 張, "
            "张, 上, 里, 什么, 什麼, 多少, 哪, 哪个, 谁, 誰, 请问, 問, 问, 付, 需要, 应该, 发票, "
            "收据, 账单, 小票, 图片, 照片, 图, 页, 文件, 發票, 收據, 图中, 和, 还有, 显示, 给我, "
            "看, 一下, 读, 找, 名字, 名称, 号码, 钱, 数, 开, 从, 哪里, 家, 有, 几, 文字, 谢谢, "
            "支付, 买, 分别, 各"
        )
    ),
    weak={
        "goods": IN_CHINESE.one,
        "total": phrases("多少钱, 多少錢, 金额, 金額, 多少"),
        "date": phrases("什么时候, 什麼時候, 何时"),
        "vendor": phrases("谁, 誰, 哪里"),
        "number": phrases("号码, 編號, 编号"),
    },
    price_forms=(re.compile(r"(\S+?)(?:的价格|的價格|花了|是)?(?:是)?(?:多少钱|多少錢|多少元)"),),
    spaced=False,
    reads={
        READ: phrases(
            "读取, 读出, 识别, 读一下, 全文, 文本, 全部, 所有, 内容, 其余, 剩下, 剩余, 转录, 写了什么, "
            "写着什么, 其他, 朗读"
        ),
        MARKDOWN: phrases("markdown"),
    },
)
