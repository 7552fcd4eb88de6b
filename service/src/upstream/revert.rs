//! Recognises the JSON-RPC errors of a contract call that failed in the EVM. The contract is the
//! cause of such an error, so every endpoint of the chain would return an error. The only standard
//! code of these errors is 3. Nodes that send another code have different messages.

/// Parts of messages for a failure of a contract. They are in lower case, without spaces and
/// punctuation, so that `invalidjump` matches both `InvalidJump` and `invalid jump destination`.
///
/// Sources: lists of graph-node (`chain/ethereum/src/call_helper.rs`), Blockscout
/// (`metadata_retriever.ex`) and erpc (`error_normalizer.go`), and the errors of the EVMs:
/// go-ethereum (`core/vm/errors.go`), revm (`HaltReason`, of Reth and Anvil), Besu
/// (`ExceptionalHaltReason`), Nethermind (`EvmExceptionType`), OpenEthereum, and Frontier
/// (`ExitError`, of Moonbeam).
const FAILURES: [&str; 23] = [
    "revert", // all nodes: `execution reverted`, `Reverted 0x…`, `CONTRACT_REVERT_EXECUTED`
    "vmexecutionerror", // OpenEthereum and Nethermind, code -32015
    "invalidopcode", // go-ethereum, Besu, Ganache
    "invalidfeopcode", // revm: the opcode of a failed assertion in old Solidity
    "opcodenotfound", // revm
    "evmerrornotactivated", // revm: an opcode of a later fork
    "designatedinvalid", // Frontier
    "invalidinstruction", // evmone
    "undefinedinstruction", // evmone
    "badinstruction", // OpenEthereum, Besu, Nethermind
    "invalidjump", // go-ethereum, revm, Frontier
    "badjump", // OpenEthereum, Besu, Nethermind
    "stackunderflow", // all nodes
    "stackoverflow", // revm, Nethermind, Frontier
    "stacklimitreached", // go-ethereum
    "outofstack", // OpenEthereum, Besu
    "writeprotection", // go-ethereum: the call would change the state
    "illegalstatechange", // Besu
    "staticcallviolation", // Nethermind
    "statechangeduringstaticcall", // revm
    "callnotallowedinsidestatic", // revm
    "returndataoutofbounds", // go-ethereum
    "outofoffset", // revm, Frontier
];

/// Parts of messages for a call that used up its gas. The endpoint sets this limit, and a different
/// endpoint may allow more gas.
const GAS: [&str; 2] = ["outofgas", "gasrequiredexceeds"];

/// Whether the contract failed, from the code, the message and the data of a JSON-RPC error.
pub(super) fn is_revert(code: i64, message: &str, data: &str) -> bool {
    if code == 3 {
        return true;
    }
    let normalised = |text: &str| {
        text.chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase()
    };
    let text = [normalised(message), normalised(data)].join(" ");
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    // A contract that reverts may give any reason, and the reason may mention gas.
    text.contains("revert") || (has(&FAILURES) && !has(&GAS))
}

/// Whether an error has a reason of the contract for the failure, in its message or its data.
/// Without a reason, the contract may have failed because it lacks the function.
pub(super) fn gives_reason(message: &str, data: &str) -> bool {
    // Some nodes send `Reverted 0x…` instead of `0x…`.
    let reason_digits = data
        .strip_prefix("Reverted ")
        .unwrap_or(data)
        .strip_prefix("0x")
        .unwrap_or_default();
    // As in `execution reverted: REASON` and `reverted with reason string 'REASON'`.
    let (_, after_reverted) = message.split_once("reverted").unwrap_or_default();
    let reason_text = after_reverted
        .strip_prefix(':')
        .or_else(|| after_reverted.strip_prefix(" with "))
        .unwrap_or_default();
    !reason_digits.is_empty() || !reason_text.trim_ascii().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_whether_a_contract_says_why_it_failed() {
        for (message, data, expected) in [
            ("execution reverted", "", false),
            ("execution reverted", "0x", false),
            ("execution reverted:", "0x", false),
            ("VM execution error.", "Reverted 0x", false),
            (
                "VM Exception while processing transaction: revert",
                "",
                false,
            ),
            ("Transaction reverted without a reason string", "0x", false),
            (
                "Error: Transaction reverted and Hardhat couldn't infer the reason.",
                "",
                false,
            ),
            ("invalid opcode: INVALID", "", false),
            ("execution reverted", "0x7e273289", true),
            ("VM execution error.", "Reverted 0x08c379a0", true),
            ("execution reverted: ERC721: invalid token ID", "", true),
            (
                "VM Exception while processing transaction: reverted with reason string 'no'",
                "",
                true,
            ),
            (
                "VM Exception while processing transaction: reverted with custom error 'No()'",
                "",
                true,
            ),
        ] {
            assert_eq!(gives_reason(message, data), expected, "{message} {data}");
        }
    }

    #[test]
    fn recognises_the_messages_of_each_node() {
        for (code, message, data) in [
            (3, "", ""),
            (
                -32000,
                "execution reverted: ERC721: invalid token ID",
                "0x08c379a0",
            ),
            (
                -32603,
                "VM Exception while processing transaction: reverted with reason string 'no'",
                "",
            ),
            (
                -32603,
                "Error: Transaction reverted without a reason string",
                "",
            ),
            (-32000, "CONTRACT_REVERT_EXECUTED", ""),
            (-32015, "VM execution error.", "Reverted 0x"),
            (-32015, "VM execution error.", "Bad instruction fe"),
            (-32015, "VM execution error.", ""),
            (-32000, "execution reverted: out of gas money", ""),
            (-32000, "invalid jump destination", ""),
            (-32000, "invalid opcode: opcode 0xfe not defined", ""),
            (-32000, "stack underflow (0 <=> 1)", ""),
            (-32000, "stack limit reached 1024 (1023)", ""),
            (-32000, "write protection", ""),
            (
                -32603,
                "VM Exception while processing transaction: invalid opcode",
                "",
            ),
            (-32003, "EVM error: InvalidJump", ""),
            (-32603, "EVM error: InvalidFEOpcode", ""),
            (-32603, "EVM error: StackUnderflow", ""),
            (-32603, "EVM error: OpcodeNotFound", ""),
            (-32603, "EVM error: NotActivated", ""),
            (-32603, "EVM error: StateChangeDuringStaticCall", ""),
            (-32603, "evm error: DesignatedInvalid", ""),
            (-32603, "Invalid opcode: 0xfe", ""),
            (-32603, "Bad jump destination", ""),
            (-32015, "BadInstruction", ""),
            (-32015, "StaticCallViolation", ""),
        ] {
            assert!(is_revert(code, message, data), "{code} {message} {data}");
        }
    }

    #[test]
    fn a_limit_or_failure_of_an_endpoint_is_not_a_failure_of_the_contract() {
        for (code, message, data) in [
            (-32000, "out of gas", ""),
            (
                -32000,
                "out of gas: gas required exceeds allowance (50000000)",
                "",
            ),
            (-32000, "gas required exceeds allowance (0)", ""),
            (-32015, "VM execution error.", "Out of gas"),
            (-32603, "EVM error: OutOfGas(Basic)", ""),
            (
                -32603,
                "VM Exception while processing transaction: out of gas",
                "",
            ),
            (-32005, "limit exceeded", ""),
            (-32603, "internal error", ""),
            (-32000, "execution aborted (timeout = 5s)", ""),
            (-32000, "header not found", ""),
            (-32000, "missing trie node", ""),
            (
                -32601,
                "the method eth_call does not exist/is not available",
                "",
            ),
            (-32001, "API key is not activated", ""),
            (-32602, "invalid argument 0: hex string of odd length", ""),
        ] {
            assert!(!is_revert(code, message, data), "{code} {message} {data}");
        }
    }

    #[test]
    fn the_failures_have_lower_case_letters_and_digits_only() {
        for word in FAILURES {
            assert!(
                word.bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()),
                "{word}"
            );
        }
    }
}
