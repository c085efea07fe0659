"""Words that nobody may go by; look-alikes, separators and trailing digits are seen through."""

from __future__ import annotations

from typing import Final

RESERVED_WORDS: Final = frozenset(
    """
    admin admins administrator api anonymous bot bots daily deleted dev developer erased everyone guest guests
    help hidden host info mod mods moderator moderators nobody none null official operator orbweaver
    owner player players postmaster root security server service solver spider spiderette staff support
    superuser sysadmin system team undefined unknown webmaster
    관리자 운영자 운영진 시스템 스태프 손님 게스트 익명
    管理員 管理员 系統 系统 官方 客服 版主 訪客 管理者 運営 運営者 システム スタッフ ゲスト 匿名 公式
    админ администратор модератор система сотрудник гость поддержка аноним
    """.split()  # noqa: SIM905  (a list of quoted words would be hard to read)
)

RESERVED_PARTS: Final = ("orbweaver", "administrator", "moderator")
"""Refused wherever they stand in a name."""

RESERVED_PREFIXES: Final = (
    "guest0",
    "guest1",
    "guest2",
    "guest3",
    "guest4",
    "guest5",
    "guest6",
    "guest7",
    "guest8",
    "guest9",
    "erased0",
)
