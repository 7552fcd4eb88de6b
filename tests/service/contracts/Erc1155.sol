// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.24;

/// The part of an ERC-1155 collection that metadata needs: one URI with `{id}` for all, or one of its own for a token.
contract Erc1155 {
    string private all;
    mapping(uint256 id => string) private own;

    event URI(string value, uint256 indexed id);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-1155 and its metadata.
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function setURI(string calldata text) external {
        all = text;
    }

    function setTokenURI(uint256 id, string calldata text) external {
        own[id] = text;
        emit URI(text, id);
    }

    /// Never reverts: like many, this contract does not know which tokens were minted.
    function uri(uint256 id) external view returns (string memory) {
        return bytes(own[id]).length > 0 ? own[id] : all;
    }
}
