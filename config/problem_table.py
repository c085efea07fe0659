"""Every code that a problem may carry: its status, and its words for people.

Clients rely on the code; title and detail are in the language of Accept-Language, and may be
improved at any time. A detail may name the problem's params in braces. `reasons` hold more exact
details for problems whose params have a `reason`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words
else:
    Words = str


@dataclass(frozen=True)
class Kind:
    """What all problems of one code share."""

    status: int
    title: Words
    detail: Words
    reasons: Mapping[str, Words] = field(default_factory=dict)


_ILLEGAL_MOVE: Final = _("Illegal move")
_ILLEGAL_DEAL: Final = _("Illegal stock deal")
_BAD_COMMAND: Final = _("Command not readable")
_BAD_CODE: Final = _("Not a game code")
_NOT_YET: Final = _("Not yet")
_BAD_REQUEST: Final = _("Request not readable")
_REFUSED: Final = _("Not allowed")
_AWAY: Final = _("Service unavailable")
_CONFLICT: Final = _("Conflict")

# What is wrong with a body, whether it should have been a command or anything else.
_BODY_REASONS: Final = {
    "empty": _("The body is empty; it must be a JSON object."),
    "not_utf8": _("The body is not UTF-8 from byte {position} on."),
    "not_json": _("The body is not JSON from line {line}, column {column} on."),
    "not_an_object": _("The body must be a JSON object, not another kind of value."),
    "number_not_finite": _("JSON has no number like {number}."),
    "number_too_long": _("A number in the body has too many digits."),
    "too_deep": _("Arrays and objects in the body may be nested at most {limit} deep."),
    "duplicate_member": _("The body names the member {member} twice."),
    "bad_character": _("Text may not contain the character {character}."),
}

KINDS: Final[Mapping[str, Kind]] = {
    # Any call.
    "not_found": Kind(404, _("Not found"), _("There is nothing here that you may see.")),
    "method_not_allowed": Kind(405, _("Method not allowed"), _("This address does not answer that method.")),
    "not_acceptable": Kind(406, _("Not acceptable"), _("This address answers in JSON only.")),
    "unsupported_media_type": Kind(
        415, _("Unsupported media type"), _("Send the body as JSON, with the Content-Type application/json.")
    ),
    "precondition_failed": Kind(
        412, _("Precondition failed"), _("This is not, or no longer, the version that the request names.")
    ),
    "body_too_large": Kind(413, _("Request too large"), _("The body may have at most {limit} bytes.")),
    "malformed_body": Kind(
        400,
        _BAD_REQUEST,
        _("The body must be a JSON object."),
        _BODY_REASONS,
    ),
    "invalid_input": Kind(
        400, _("Invalid input"), _("Some fields cannot be accepted; each is named in errors.")
    ),
    "invalid_parameter": Kind(400, _("Invalid input"), _("The parameter {parameter} cannot be read.")),
    "invalid_cursor": Kind(
        400, _("Invalid input"), _("The cursor does not belong to this list; start again without one.")
    ),
    "bad_request": Kind(400, _BAD_REQUEST, _("The request could not be read.")),
    "permission_denied": Kind(403, _REFUSED, _("You may not do this.")),
    "csrf_failed": Kind(
        403, _REFUSED, _("A call with a session cookie must send the CSRF token in the X-CSRFToken header.")
    ),
    "rate_limited": Kind(429, _("Too many requests"), _("You have made too many requests; wait a little.")),
    "internal_error": Kind(
        500,
        _("Internal error"),
        _("Something went wrong on our side. It has been noted; nothing was half done."),
    ),
    "service_unavailable": Kind(503, _AWAY, _("A part of the service is away; try again in a few seconds.")),
    "idempotency_key_reused": Kind(
        422, _CONFLICT, _("This Idempotency-Key was already sent with another body.")
    ),
    "idempotency_in_progress": Kind(
        409, _CONFLICT, _("The first request with this Idempotency-Key has not been answered yet.")
    ),
    # Players.
    "unauthenticated": Kind(
        401,
        _("Not signed in"),
        _("Sign in, or send a token, to do this."),
        {
            "malformed_token": _("The Authorization header must be Bearer and one token of this service."),
            "unknown_token": _("This token is unknown or was withdrawn."),
            "expired_token": _("This token has expired."),
        },
    ),
    "invalid_credentials": Kind(
        401, _("Not signed in"), _("This name and this password do not belong together.")
    ),
    "insufficient_scope": Kind(403, _REFUSED, _("This token does not have the scope {needed}.")),
    "account_needed": Kind(403, _REFUSED, _("Guests cannot do this. Choose a name and a password first.")),
    "banned": Kind(403, _REFUSED, _("This player is banned: {reason}")),
    "name_taken": Kind(409, _("Name taken"), _("Somebody already has this name, or one that looks like it.")),
    "not_a_guest": Kind(409, _CONFLICT, _("This player already has an account.")),
    "invalid_reset_token": Kind(
        400,
        _("Invalid input"),
        _("This link for a new password was used before or is too old. Ask for another."),
    ),
    "too_many_tokens": Kind(409, _CONFLICT, _("A player may have at most {limit} tokens; remove one first.")),
    # Commands.
    "malformed_command": Kind(
        400,
        _BAD_COMMAND,
        _("This cannot be read as a command."),
        {
            **_BODY_REASONS,
            "seq_not_an_integer": _("seq must be a whole number."),
            "needs_command_or_commands": _("Send either command or commands."),
            "atomic_not_a_boolean": _("atomic must be true or false."),
            "batch_size": _("A batch is a list of {minimum} to {maximum} commands."),
            "command_neither_text_nor_object": _("A command is a token or an object."),
            "unknown_type": _("There is no such type of command."),
            "not_a_token": _("This is not a token of a move, such as ac2, + or -."),
            "not_an_integer": _("{member} must be a whole number."),
        },
    ),
    "unknown_column": Kind(400, _BAD_COMMAND, _("This game has no such column.")),
    "bad_count": Kind(400, _BAD_COMMAND, _("The number of cards must be from 1 to 13.")),
    "seq_conflict": Kind(
        409,
        _CONFLICT,
        _("The game has moved on since then: it is at {current}, the command was made on {sent}."),
    ),
    "game_over": Kind(409, _CONFLICT, _("This game has ended.")),
    "too_many_actions": Kind(
        409,
        _CONFLICT,
        _("This game has taken {limit} actions, the most a game may. It can still be given up."),
    ),
    "same_column": Kind(422, _ILLEGAL_MOVE, _("A move must lead to another column.")),
    "empty_source": Kind(422, _ILLEGAL_MOVE, _("That column does not have so many cards.")),
    "card_face_down": Kind(422, _ILLEGAL_MOVE, _("Cards that are face down cannot be moved.")),
    "not_a_run": Kind(422, _ILLEGAL_MOVE, _("Only a descending run of one suit moves together.")),
    "onto_ace": Kind(422, _ILLEGAL_MOVE, _("Nothing can be put on an ace.")),
    "king_needs_empty_column": Kind(422, _ILLEGAL_MOVE, _("A king moves only to an empty column.")),
    "rank_mismatch": Kind(422, _ILLEGAL_MOVE, _("A card goes only on a card one rank higher.")),
    "no_auto_target": Kind(422, _ILLEGAL_MOVE, _("No column takes these cards.")),
    "stock_empty": Kind(422, _ILLEGAL_DEAL, _("The stock is empty.")),
    "deal_empty_column": Kind(422, _ILLEGAL_DEAL, _("The stock cannot be dealt while a column is empty.")),
    "nothing_to_undo": Kind(422, _("Nothing to undo"), _("There is no move to undo.")),
    "hint_refused": Kind(
        403,
        _REFUSED,
        _("Hints of the solver are not available to you in this game."),
        {
            "guest": _("In today's deal the solver's hints are for accounts only."),
            "account_too_new": _(
                "In today's deal the solver's hints are for accounts that are older than the deal."
            ),
            "limit": _("All hints of the solver for this game have been used."),
        },
    ),
    "solver_busy": Kind(503, _AWAY, _("The solver has too much to do; ask again in a few seconds.")),
    # Dailies and game codes.
    "daily_not_open": Kind(409, _NOT_YET, _("This deal has not opened yet.")),
    "daily_closed": Kind(
        409, _("Closed"), _("This deal has closed. It can be played again, unranked, once it is final.")
    ),
    "daily_void": Kind(409, _("Withdrawn"), _("This deal was withdrawn: {reason}")),
    "daily_not_ready": Kind(503, _NOT_YET, _("This deal is still being made; come back in a few seconds.")),
    "reveal_locked": Kind(403, _NOT_YET, _("Seed, cards and solution are published once the deal is final.")),
    "replay_locked": Kind(403, _NOT_YET, _("Replays of this deal are published once it is final.")),
    "unknown_variant": Kind(400, _("Invalid input"), _("There is no such variant.")),
    "code_malformed": Kind(
        400, _BAD_CODE, _("A game code has three parts with hyphens between, like {example}.")
    ),
    "code_unknown_game": Kind(
        400, _BAD_CODE, _("A game code begins with SP for Spider or SD for Spiderette.")
    ),
    "code_unknown_version": Kind(400, _BAD_CODE, _("This game code is of a version that is not known here.")),
    "code_unknown_suit_count": Kind(400, _BAD_CODE, _("The second part of a game code is S1, S2 or S4.")),
    "code_bad_length": Kind(
        400, _BAD_CODE, _("The last part of a game code has {expected} characters, this one {length}.")
    ),
    "code_bad_letter": Kind(
        400,
        _BAD_CODE,
        _("The last part of a game code has only letters and the digits 2 to 7, not {letter}."),
    ),
    "code_number_too_large": Kind(
        400, _BAD_CODE, _("This game code stands for a number larger than any deal's.")
    ),
}

FIELD_MESSAGES: Final[Mapping[str, Words]] = {
    "name_too_short": _("A name has at least {minimum} characters."),
    "name_too_long": _("A name has at most {maximum} characters."),
    "name_bad_character": _("A name cannot contain the character {character}."),
    "name_bad_spacing": _("A name cannot begin or end with a space or mark, or have two in a row."),
    "name_mixed_scripts": _("A name cannot mix letters of scripts that look alike."),
    "name_needs_letter": _("A name needs at least one letter."),
    "name_too_many_marks": _("A letter in this name has too many marks."),
    "name_reserved": _("This name is reserved."),
    "name_taken": _("Somebody already has this name, or one that looks like it."),
    "wrong_password": _("This is not your password."),
    "password_too_long": _("A password has at most {maximum} characters."),
    "unknown_field": _("There is no such field."),
    "unknown_scope": _("There is no such scope."),
    "invalid_date": _("This must be a date of the calendar, written like 2026-11-29."),
    "before_from": _("The span cannot end before it begins."),
    "excludes_from_and_to": _("Ask for one date, or for a span of dates, not for both."),
    "excludes_cursor": _("Ask for the page around you, or for that of a cursor, not for both."),
    # The codes of serializers, in all our languages: the framework has some of these in English only.
    "required": _("This field is required."),
    "null": _("This may not be null."),
    "blank": _("This may not be empty."),
    "empty": _("This may not be empty."),
    "max_length": _("This is too long."),
    "invalid_choice": _("This is none of the choices."),
    "not_a_list": _("This must be a list."),
    "not_a_dict": _("This must be an object."),
    "not_a_boolean": _("This must be true or false."),
    "not_an_instant": _("This must be an instant, written like 2026-11-29T20:15:03Z."),
    "not_an_address": _("This must be an e-mail address."),
    "unknown_status": _("There is no such status."),
    "unknown_source": _("There is no such source of a game."),
    "unknown_include": _("There is nothing of that name to include."),
    "unknown_variant": _("There is no such variant."),
    "not_an_object": _("This must be an object."),
    "not_a_text": _("This must be text."),
    "not_a_deal_number": _("This must be the number of a deal, from 0 to {largest}."),
    "not_a_positive_number": _("This must be a whole number from 1."),
    "bad_idempotency_key": _("An Idempotency-Key has 1 to 255 visible ASCII characters."),
    "in_the_past": _("This must lie in the future."),
    "too_far_ahead": _("This must lie at most {days} days ahead."),
    "bad_preference_name": _(
        "The name of a preference has small letters, digits and underscores, at most 40 in all."
    ),
    "bad_preference": _("A preference is a switch, a number, or a text of at most {maximum} characters."),
    "password_too_short": _("A password has at least {min_length} characters."),
    "password_too_common": _("This password is too common."),
    "password_too_similar": _("This password is too similar to your name or address."),
    "password_entirely_numeric": _("A password cannot be digits only."),
    "preferences_too_large": _("Preferences take at most {maximum} bytes."),
}
